import { harmless } from './foreign-text.ts';

/** The mark of a blank; everything else that can't be seen is written as in a string of a program. */
export const BLANK = '·';

/**
 * A text with its blanks, line ends, backslashes and octets beyond ASCII visible, so that two that differ look
 * different.
 */
export function visible(text: string): string {
  const marked = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/[\x80-\xff]/g, (octet) => `\\x${octet.charCodeAt(0).toString(16).toUpperCase()}`);
  return harmless(marked).replaceAll(' ', BLANK);
}

/** The lines of a text, each with the line end that closes it. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
