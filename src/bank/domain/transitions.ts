import type { TransactionStatus } from '../../values/statuses.ts';

/**
 * The 30 steps that a payment's status can take.
 * @see D4-transitions
 */
export const TRANSITIONS: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  RCVD: ['ACTC', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACTC: ['ACCP', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACWC: ['ACCP', 'PDNG', 'RJCT', 'CANC'],
  ACCP: ['ACSP', 'PDNG', 'RJCT', 'CANC'],
  PDNG: ['ACTC', 'ACCP', 'ACSP', 'RJCT', 'CANC'],
  ACSP: ['ACSC', 'ACWP', 'PDNG', 'RJCT', 'CANC'],
  ACWP: ['ACSC', 'RJCT'],
};

/** Whether a payment may go from one status to the next. */
export function mayBecome(from: TransactionStatus, to: TransactionStatus): boolean {
  return TRANSITIONS[from]?.includes(to) ?? false;
}

/** Whether nothing can happen to a payment any more. @see D4-transitions */
export function isFinal(status: TransactionStatus): boolean {
  return TRANSITIONS[status] === undefined;
}

/** Whether the PSU has not said yes or no yet. */
export function isUnapproved(status: TransactionStatus): boolean {
  return status === 'RCVD';
}

/** Whether a cancellation can still be asked for. @see D4-bulk-cancel */
export function canBeCancelled(status: TransactionStatus): boolean {
  return mayBecome(status, 'CANC');
}
