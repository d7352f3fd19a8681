import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { Explanation } from './codes.ts';

/**
 * What each status means for who reads it: the words that stand behind the code wherever people read a status.
 * @see I-transaction-status, I-sca-status
 * @see D4-transitions
 * @see C-status-words
 */
export const TRANSACTION_STATUSES: Readonly<Record<TransactionStatus, Explanation>> = {
  RCVD: {
    means: 'received: waiting for its PSU to authorise it',
    next: 'Ask the PSU to authorise it: open its scaRedirect link, or run psd2 payments authorise ID',
  },
  ACTC: {
    means: 'authorised: not booked yet',
    next: 'Wait for the next run. In a sandbox: psd2 sandbox batch run',
  },
  ACWC: {
    means: 'authorised, but moved to another day: not booked yet',
    next: "Wait for that day's run. To see the day: psd2 payments get ID",
  },
  ACCP: {
    means: 'waiting for money: the next run tries again',
    next: "Add money to the account before the day's last run. Otherwise that run rejects the payment.",
  },
  ACSP: { means: 'being executed', next: 'Nothing. Read the status again later.' },
  ACWP: { means: 'on its way: not with the creditor yet', next: 'Nothing. Read the status again later.' },
  ACSC: { means: 'booked', next: "Nothing. It's final." },
  PDNG: {
    means: 'held by the bank',
    next: 'Wait for the bank. In a sandbox: psd2 sandbox payment release ID',
  },
  RJCT: { means: 'rejected', next: 'See why with psd2 status ID, then create a new payment.' },
  CANC: { means: 'cancelled', next: "Nothing. It's final." },
  PART: {
    means: 'its payments have different outcomes',
    next: 'Read the status of each payment: psd2 payments get ID',
  },
};

/** @see I-sca-status */
export const SCA_STATUSES: Readonly<Record<ScaStatus, Explanation>> = {
  RECEIVED: { means: 'started: waiting for the PSU', next: 'Send the PSU to the scaRedirect link.' },
  PSU_IDENTIFIED: { means: 'the PSU is identified', next: 'Wait for the PSU to finish at the bank.' },
  PSU_AUTHENTICATED: { means: 'the PSU is authenticated', next: 'Wait for the PSU to finish at the bank.' },
  SCA_METHOD_SELECTED: {
    means: 'the PSU has chosen how to confirm',
    next: 'Wait for the PSU to finish at the bank.',
  },
  STARTED: { means: 'the PSU is asked to confirm', next: 'Wait for the PSU to finish at the bank.' },
  FINALISED: { means: 'confirmed by the PSU', next: 'Nothing. Read the status of what it approves.' },
  FAILED: {
    means: 'ended without approval',
    next: 'See why in the status of what it was for, then start again.',
  },
  EXEMPTED: { means: 'no SCA needed', next: "Nothing. Read the payment's status." },
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
