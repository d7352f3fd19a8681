import { bookableDate, effectiveDate } from '../../values/bank-calendar.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import type { Payment } from './payment.ts';

/** When a payment will be executed, as decided at its approval. */
export interface ApprovedTerms {
  readonly effectiveDate: string;
  /** Whether that is another day than the one asked for. */
  readonly dateMoved: boolean;
  /** What the payment becomes, step by step. */
  readonly path: readonly TransactionStatus[];
}

/**
 * The PSU has approved: the date is looked at again, and the payment rests until its run, or with the operator who
 * holds it.
 * @see decisions.md §4 FINALISED → ACTC (ACWC when the date was moved); At approval the date is looked at again
 */
export function approve(payment: Payment, now: number): ApprovedTerms {
  const date = dateInForce(payment, now);
  if (payment.heldAtApproval) return { ...date, path: ['PDNG'] };
  return { ...date, path: [date.dateMoved ? 'ACWC' : 'ACTC'] };
}

/** A day that was not asked for can't be moved: the next run takes the payment. */
function dateInForce(payment: Payment, now: number): Omit<ApprovedTerms, 'path'> {
  const asked = payment.initiation.requestedExecutionDate;
  if (asked === undefined) {
    const date = effectiveDate(undefined, now);
    if (!date.ok) throw new Error('a payment without a date has none');
    return { effectiveDate: date.date, dateMoved: false };
  }
  const date = bookableDate(payment.effectiveDate, now);
  return { effectiveDate: date, dateMoved: date !== asked };
}
