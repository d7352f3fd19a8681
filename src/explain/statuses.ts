import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';

/**
 * What each status means for who reads it: the words that stand behind the code wherever people read a status.
 * @see interface.md States and transitions
 * @see decisions.md §4 Transitions
 * @see C-status-words
 */
const TRANSACTION_STATUSES: Readonly<Record<TransactionStatus, string>> = {
  RCVD: 'received: waiting for its PSU to authorise it',
  ACTC: 'authorised: not booked yet',
  ACWC: 'authorised, but moved to another day: not booked yet',
  ACCP: 'waiting for money: the next run tries again',
  ACSP: 'being executed',
  ACWP: 'on its way: not with the creditor yet',
  ACSC: 'booked',
  PDNG: 'held by the bank',
  RJCT: 'rejected',
  CANC: 'cancelled',
  PART: 'its payments have different outcomes',
};

/** @see interface.md States and transitions, scaStatus */
const SCA_STATUSES: Readonly<Record<ScaStatus, string>> = {
  RECEIVED: 'started: waiting for the PSU',
  PSU_IDENTIFIED: 'the PSU is identified',
  PSU_AUTHENTICATED: 'the PSU is authenticated',
  SCA_METHOD_SELECTED: 'the PSU has chosen how to confirm',
  STARTED: 'the PSU is asked to confirm',
  FINALISED: 'confirmed by the PSU',
  FAILED: 'ended without approval',
  EXEMPTED: 'no SCA needed',
};

const MEANINGS: Readonly<Record<string, string>> = { ...TRANSACTION_STATUSES, ...SCA_STATUSES };

/** The words for a status; undefined for one that no document names, which is shown as it came. */
export function meaningOfStatus(status: string): string | undefined {
  return Object.hasOwn(MEANINGS, status) ? MEANINGS[status] : undefined;
}

/** A status within a sentence: `ACSC (booked)`. */
export function statusInSentence(status: string): string {
  const meaning = meaningOfStatus(status);
  return meaning === undefined ? status : `${status} (${meaning})`;
}
