import type { Op } from '../../store/contract.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import type { Creditor, TotalsChange } from '../domain/ledger.ts';
import type { Payment } from '../domain/payment.ts';
import { expectationsOf, holdsMoney, isPending, reservationOf, runDayOf } from '../domain/pending.ts';
import { mayBecome } from '../domain/transitions.ts';
import { findAccount } from '../store/tables/accounts.ts';
import { wasOurs } from '../store/tables/deletions.ts';
import { changeTotals, release, reserve } from '../store/tables/ledger.ts';
import { insertTransitions, type Step, updatePayment } from '../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';
import { bookPayment } from './book-payment.ts';

/**
 * Takes a payment along a path of statuses: the one place where a status changes. What stands in ACSP or ACWP has a
 * reservation, what comes to ACSC is booked, and nothing else is; what accounts expect of it follows.
 * @param path one step after the other; none writes the payment's other changes alone
 * @param at when it happens, of the bank's clock; bookings carry it
 * @throws Error for a step that D4-transitions has not, and for a rejection without its reason
 * @see D4-transitions, D9-one-booking
 * @see D9-totals, D9-invariants
 */
export function* movePayment(
  world: WorldState,
  payment: Payment,
  path: readonly TransactionStatus[],
  at: number,
): Op<Payment> {
  const status = path.at(-1);
  if (status === undefined) {
    yield* updatePayment(payment, runDayOf(payment));
    return payment;
  }
  if (status === 'RJCT' && payment.rejection === undefined)
    throw new Error('a payment was rejected without a reason');
  const steps = stepsOf(world, payment.status, path);
  const moved = endedBy({ ...payment, status }, payment, steps);
  yield* insertTransitions(payment.sequence, steps, at);
  yield* updatePayment(moved, runDayOf(moved));
  yield* moveMoney(world, payment, moved, at);
  return moved;
}

/** One that was pending and is not is known by the place of its last step. @see D7-page-world */
function endedBy(moved: Payment, before: Payment, steps: readonly Step[]): Payment {
  const ended = steps.at(-1)?.place;
  return isPending(before) && !isPending(moved) && ended !== undefined ? { ...moved, ended } : moved;
}

/** @see D9-booked-when-acsc, D9-released */
function* moveMoney(world: WorldState, before: Payment, after: Payment, at: number): Op<void> {
  const [wasPending, stays] = [isPending(before), isPending(after)];
  const isBooked = after.status === 'ACSC';
  const creditor = wasPending !== stays || isBooked ? yield* findAccount(after.creditorAccount) : undefined;
  const changes: TotalsChange[] = [];
  if (!wasPending && stays) changes.push(...expectationsOf(after, creditor));
  if (wasPending && !stays) changes.push(...expectationsOf(before, creditor).map(taken));
  const [held, holds] = [holdsMoney(before.status), holdsMoney(after.status)];
  if (held && !holds) changes.push(...(yield* release(before.sequence)));
  if (!held && holds) changes.push(...(yield* reserve(after.sequence, reservationOf(after))));
  if (!isBooked) return yield* changeTotals(changes);
  const to = creditor ?? (yield* elsewhere(after));
  yield* bookPayment(world, after, { creditor: to, bookedAt: at, changes });
}

/** What is paid to an account that was deleted goes to no other bank. @see D8-paid-to-deleted */
function* elsewhere({ creditorAccount }: Payment): Op<Creditor> {
  return (yield* wasOurs(creditorAccount)) ? 'SUSPENSE' : 'NOSTRO';
}

function taken({ pendingMinor = 0n, ...change }: TotalsChange): TotalsChange {
  return { ...change, pendingMinor: -pendingMinor };
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
