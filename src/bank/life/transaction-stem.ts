import { hash } from 'node:crypto';
import { type GivenTransaction, transactionKey } from '../domain/sandbox-transactions.ts';
import { transactionStem } from '../domain/transaction-id.ts';

/** With what the ids of transactions begin that are equal to this one of an account. @see D8-natural-key */
export function stemOf(seed: string, account: string, given: GivenTransaction): string {
  return transactionStem(seed, given.bookingDate, hashOf(transactionKey(account, given)));
}

/** The system's hash is many times faster over hundreds of characters than that of the ids; 132 bits of it. */
function hashOf(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 22);
}
