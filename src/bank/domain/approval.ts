import { bookableDate, nextRunDate, type RunCalendar } from '../../values/bank-calendar.ts';
import { osloDate } from '../../values/oslo.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import type { Payment } from './payment.ts';
import { rulesOf } from './product-rules.ts';
import type { RejectionReason } from './rejection.ts';
import { bookedStatus, outcomeAtRun } from './settlement.ts';

/** When a payment will be executed, as decided at its approval. */
export interface ApprovedTerms {
  readonly effectiveDate: string;
  /** Whether that is another day than the one asked for. */
  readonly dateMoved: boolean;
  /** What the payment becomes, step by step. */
  readonly path: readonly TransactionStatus[];
  readonly rejection?: RejectionReason;
  readonly heldUntil?: string;
}

/**
 * The PSU has approved: the date is looked at again, and the payment rests until its run, or with the operator who
 * holds it. One that is executed at its approval is booked at once.
 * @see D4-acwc
 *   Instant, Periodic
 */
export function approve(payment: Payment, now: number, calendar: RunCalendar): ApprovedTerms {
  const date = dateInForce(payment, now, calendar);
  if (payment.heldAtApproval) return { ...date, path: ['PDNG'] };
  if (rulesOf(payment).execution === 'at-approval') {
    return { ...date, ...executed(payment, date.effectiveDate) };
  }
  return { ...date, path: [date.dateMoved ? 'ACWC' : 'ACTC'] };
}

/** At once, and no run comes first: the creditor's number decides here what it else does at the run. @see D8-outcome-accounts */
function executed(payment: Payment, today: string): Pick<ApprovedTerms, 'path' | 'rejection' | 'heldUntil'> {
  const { path, effectiveDate: _, ...outcome } = outcomeAtRun(payment, today) ?? {};
  if (path) return { ...outcome, path: ['ACTC', ...path] };
  return { path: ['ACTC', 'ACCP', 'ACSP', bookedStatus(payment)] };
}

/** A day that was not asked for can't be moved: the next run takes the payment. */
function dateInForce(payment: Payment, now: number, calendar: RunCalendar): Omit<ApprovedTerms, 'path'> {
  const { execution } = rulesOf(payment);
  if (execution === 'at-approval') return { effectiveDate: osloDate(now), dateMoved: false };
  if (execution === 'none') return { effectiveDate: payment.effectiveDate, dateMoved: false };
  const asked = payment.initiation.requestedExecutionDate;
  if (asked === undefined) return { effectiveDate: nextRunDate(now, calendar), dateMoved: false };
  const date = bookableDate(payment.effectiveDate, now);
  return { effectiveDate: date, dateMoved: date !== asked };
}
