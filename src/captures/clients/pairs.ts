import type { Header } from '../../message.ts';
import { member, textMember } from '../json/parse.ts';

/** `[{key, value, disabled}]`, or with `name` or `id` for `key`, without those that are switched off. */
export function pairs(given: unknown): Header[] {
  return listOf(given).flatMap((one): Header[] => {
    const name = textMember(one, 'key') ?? textMember(one, 'name') ?? textMember(one, 'id');
    const value = member(one, 'value');
    const isOff = member(one, 'disabled') === true || member(one, 'enabled') === false;
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return name === undefined || name === '' || isOff || typeof text !== 'string' ? [] : [[name, text]];
  });
}

export function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}
