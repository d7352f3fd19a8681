import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { Explanation } from './explanation.ts';

/**
 * What each status means for who reads it: the words that stand behind the code wherever people read a status.
 * @see interface.md States and transitions
 * @see decisions.md §4 Transitions
 * @see C-status-words
 */
export const TRANSACTION_STATUSES: Readonly<Record<TransactionStatus, Explanation>> = {
  RCVD: {
    means: 'received: waits for its PSU to authorise it',
    next: 'Have the PSU authorise it: open its scaRedirect link, or psd2 payments authorise ID',
  },
  ACTC: {
    means: 'authorised: not booked yet',
    next: 'Wait for the next run; in a sandbox: psd2 sandbox batch run',
  },
  ACWC: {
    means: 'authorised, on another day than asked for: not booked yet',
    next: 'Wait for the run of that day; its read says which: psd2 payments get ID',
  },
  ACCP: {
    means: 'waiting for money: the next run tries again',
    next: "Put money into the account before the day's last run, which rejects the payment otherwise.",
  },
  ACSP: { means: 'being executed', next: 'Nothing: read the status again later.' },
  ACWP: { means: 'on its way: not yet with the creditor', next: 'Nothing: read the status again later.' },
  ACSC: { means: 'booked', next: 'Nothing: it is final.' },
  PDNG: {
    means: 'held by the bank',
    next: 'Wait for the bank; in a sandbox: psd2 sandbox payment release ID',
  },
  RJCT: { means: 'rejected', next: 'Read why in its status, psd2 status ID, then create a new payment.' },
  CANC: { means: 'cancelled', next: 'Nothing: it is final.' },
  PART: {
    means: 'its payments ended differently',
    next: 'Read the status of each payment: psd2 payments get ID',
  },
};

/** @see interface.md States and transitions, scaStatus */
export const SCA_STATUSES: Readonly<Record<ScaStatus, Explanation>> = {
  RECEIVED: { means: 'started: waits for the PSU', next: 'Send the PSU to the scaRedirect link.' },
  PSU_IDENTIFIED: { means: 'the PSU is identified', next: 'Wait for the PSU to finish at the bank.' },
  PSU_AUTHENTICATED: { means: 'the PSU is authenticated', next: 'Wait for the PSU to finish at the bank.' },
  SCA_METHOD_SELECTED: {
    means: 'the PSU has chosen how to confirm',
    next: 'Wait for the PSU to finish at the bank.',
  },
  STARTED: { means: 'the PSU is asked to confirm', next: 'Wait for the PSU to finish at the bank.' },
  FINALISED: { means: 'confirmed by the PSU', next: 'Nothing: read the status of what it approves.' },
  FAILED: {
    means: 'ended without an approval',
    next: 'Read why in the status of what it was for, then start again.',
  },
  EXEMPTED: { means: 'no SCA needed', next: 'Nothing: read the status of the payment.' },
};

const MEANINGS: Readonly<Record<string, Explanation>> = { ...TRANSACTION_STATUSES, ...SCA_STATUSES };

/** The words for a status; undefined for one that no document names, which is shown as it came. */
export function meaningOfStatus(status: string): string | undefined {
  return Object.hasOwn(MEANINGS, status) ? MEANINGS[status]?.means : undefined;
}

/** A status within a sentence: `ACSC (booked)`. */
export function statusInSentence(status: string): string {
  const meaning = meaningOfStatus(status);
  return meaning === undefined ? status : `${status} (${meaning})`;
}
