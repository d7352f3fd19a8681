import { MINUTE_MS } from '../../core/units.ts';
import type { Op } from '../../store/contract.ts';
import { osloInstant } from '../../values/oslo.ts';
import type { Payment } from '../domain/payment.ts';
import { runDayOf } from '../domain/pending.ts';
import { isUnapproved } from '../domain/transitions.ts';
import { updatePayment } from '../store/tables/payments.ts';

/**
 * Payments for which no authorisation is open are rejected at the end of their execution day.
 * @see D4-explicit
 */
export function* letLapse(payments: readonly Payment[]): Op<void> {
  for (const payment of payments.filter(({ status }) => isUnapproved(status))) {
    if (payment.lapsesAt !== undefined) continue;
    yield* updatePayment({ ...payment, lapsesAt: lapseOf(payment) }, runDayOf(payment));
  }
}

/** An authorisation was started: from now on its own time counts. */
export function* letNoneLapse(payments: readonly Payment[]): Op<void> {
  for (const { lapsesAt, ...payment } of payments) {
    if (lapsesAt !== undefined) yield* updatePayment(payment, runDayOf(payment));
  }
}

/** The end of the execution day. */
export function lapseOf({ effectiveDate }: Pick<Payment, 'effectiveDate'>): number {
  // Not the next day's beginning: the last day of a calendar has none.
  return osloInstant(effectiveDate, 23, 59) + MINUTE_MS;
}
