import { explainBankCode } from '../explain/codes.ts';
import { textOfJson } from '../wire/errors.ts';

/** A message of the bank, as far as it has what the interface says. @see I-errors */
export interface BankMessage {
  readonly category?: unknown;
  readonly code?: unknown;
  readonly path?: unknown;
  readonly text?: unknown;
}

/** `CODE: text`; a code without text in our words. */
export function messageText({ code, text }: BankMessage): string {
  return said(code, wordsOf(code, text));
}

/** `CODE at path: text`, which says where to change something. */
export function messageWithPath({ code, path, text }: BankMessage): string {
  const place = textOfJson(path);
  return said(
    place === undefined ? code : `${textOfJson(code) ?? ''} at ${place}`.trim(),
    wordsOf(code, text),
  );
}

/** What the bank left out is left out. */
function said(code: unknown, words: string): string {
  const name = textOfJson(code) ?? '';
  return name === '' ? words : `${name}: ${words}`;
}

function wordsOf(code: unknown, text: unknown): string {
  return textOfJson(text) ?? explainBankCode(textOfJson(code) ?? '')?.means ?? 'the bank gave no explanation';
}
