import { explainBankCode } from '../explain/bank-codes.ts';

/** A message of the bank, as far as it has what the interface says. @see I-errors */
export interface BankMessage {
  readonly category?: unknown;
  readonly code?: unknown;
  readonly path?: unknown;
  readonly text?: unknown;
}

/** `CODE: text`; a code without text in our words. */
export function messageText({ code, text }: BankMessage): string {
  return `${code}: ${wordsOf(code, text)}`;
}

/** `CODE at path: text`, which says where to change something. */
export function messageWithPath({ code, path, text }: BankMessage): string {
  return `${code}${path === undefined ? '' : ` at ${path}`}: ${wordsOf(code, text)}`;
}

function wordsOf(code: unknown, text: unknown): unknown {
  return text ?? explainBankCode(String(code))?.means ?? 'the bank gave no explanation';
}
