import type { Op } from '../../store/contract.ts';
import { nextRunDate } from '../../values/bank-calendar.ts';
import { sequenceOf } from '../domain/ids.ts';
import { runDayOf } from '../domain/pending.ts';
import { mayBecome } from '../domain/transitions.ts';
import { findOrder } from '../life/find-order.ts';
import { movePayment } from '../life/move.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * A run comes to a payment, or to each of a bulk, and finds no funds: it waits in ACCP for the next one. Nothing is
 * reserved, so the books are as they were.
 * @returns whether it was one that the next run takes
 * @see I-accp, D4-lack-of-funds, C-serve-chaos
 */
export function* fallShort(world: WorldState, paymentId: string): Op<boolean> {
  const sequence = sequenceOf(world.seed, 'payment', paymentId);
  const order = sequence === undefined ? undefined : yield* findOrder(sequence);
  const runDate = nextRunDate(world.bankNow, world.calendar);
  let isShort = false;
  for (const payment of order?.payments ?? []) {
    const day = runDayOf(payment);
    if (day === undefined || day > runDate || !mayBecome(payment.status, 'ACCP')) continue;
    yield* movePayment(world, { ...payment, fundsAvailable: false }, ['ACCP'], world.bankNow);
    isShort = true;
  }
  return isShort;
}
