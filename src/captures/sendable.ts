import type { HttpRequest } from '../message.ts';
import { unreadable } from './unreadable.ts';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Refuses what would make another request of itself when it is written down.
 * @throws Fault INPUT_INVALID
 */
export function refuseUnsendable({ method, target, headers }: HttpRequest): void {
  if (!TOKEN.test(method)) {
    throw unreadable(`${JSON.stringify(method)} isn't an HTTP method.`, 'Use one such as POST or GET.');
  }
  if (target === '' || /^ |[\r\n\0]/.test(target)) {
    throw unreadable(`The target ${JSON.stringify(target)} can't be sent.`, 'Percent-encode it.');
  }
  for (const [name, value] of headers) {
    if (!TOKEN.test(name))
      throw unreadable(`${JSON.stringify(name)} isn't a header name.`, 'Correct the name.');
    if (value.includes('\0'))
      throw unreadable(`The value of ${name} contains NUL.`, `Remove NUL from ${name}.`);
  }
}

/** The value with each line end, and the blanks that begin the next line, replaced. */
export function unfolded(value: string, by: string): string {
  return value.replaceAll(/(?:\r\n|\r|\n)[ \t]*/g, by);
}
