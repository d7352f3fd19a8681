import type { Op } from '../../store/contract.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { chargeMinor } from '../domain/charges.ts';
import { debtorCurrency, type Payment } from '../domain/payment.ts';
import { mayBecome } from '../domain/transitions.ts';
import { release, reserve } from '../store/tables/ledger.ts';
import { insertTransitions, type Step, updatePayment } from '../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';
import { bookPayment } from './book-payment.ts';

/**
 * Takes a payment along a path of statuses: the one place where a status changes. What stands in ACSP has a
 * reservation, what comes to ACSC is booked, and nothing else is.
 * @param path one step after the other; none writes the payment's other changes alone
 * @param at when it happens, of the bank's clock; bookings carry it
 * @throws Error for a step that decisions.md §4 has not
 * @see decisions.md §4 Transitions, §9 invariants 5 to 8
 */
export function* movePayment(
  world: WorldState,
  payment: Payment,
  path: readonly TransactionStatus[],
  at: number,
): Op<Payment> {
  const status = path.at(-1);
  if (status === undefined) {
    yield* updatePayment(payment);
    return payment;
  }
  const moved = { ...payment, status };
  yield* insertTransitions(payment.sequence, stepsOf(world, payment.status, path), at);
  yield* updatePayment(moved);
  if (payment.status === 'ACSP') yield* release(payment.sequence);
  if (status === 'ACSP') yield* reserveFor(moved);
  if (status === 'ACSC') yield* bookPayment(world, moved, at);
  return moved;
}

function stepsOf(
  world: WorldState,
  start: TransactionStatus,
  path: readonly TransactionStatus[],
): readonly Step[] {
  return path.map((to, index) => {
    const from = path[index - 1] ?? start;
    if (!mayBecome(from, to)) throw new Error(`a payment in ${from} can't become ${to}`);
    return { place: nextSequence(world), from, to };
  });
}

function* reserveFor(payment: Payment): Op<void> {
  const currency = debtorCurrency(payment);
  yield* reserve(payment.sequence, payment.debtorAccount, currency, chargeMinor(payment, currency));
}
