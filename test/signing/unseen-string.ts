import { type Line, type Made, sha256, TARGET, written } from './stack.ts';

/** Signing strings and signatures as the programs of TPPs get them wrong. */

export const lines = (change: (name: string, value: string) => string, joint = '\n'): Made => ({
  string: (all) => all.map(([name, value]) => change(name, value)).join(joint),
});
export const whole = (change: (text: string) => string | Uint8Array): Made => ({
  string: (all) => change(written(all)),
});
export const value = (header: string, change: (value: string) => string): Made => ({
  string: (all) => written(all.map(([name, text]): Line => [name, name === header ? change(text) : text])),
});
export const reordered = (order: (all: readonly Line[]) => readonly Line[]): Made => ({
  string: (all) => written(order(all)),
});
export const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
export const target = (change: (target: string) => string, path = TARGET): Made => ({
  ...value('(request-target)', change),
  names: NAMES,
  target: path,
});
export const twice = (
  string: NonNullable<Made['string']>,
  name = 'PSU-ID',
  first = 'one',
  second = 'two',
): Made => ({
  headers: { [name]: first },
  string,
  way: (headers) => [...headers, [name.toLowerCase(), second]],
});
export const hex = (text: string) => sha256(text).toString('hex');
