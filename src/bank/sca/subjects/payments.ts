import type { Op } from '../../../store/contract.ts';
import { outcomeOf } from '../../../values/outcome-accounts.ts';
import { approve } from '../../domain/approval.ts';
import type { Payment } from '../../domain/payment.ts';
import { approvePayments, rejectUnapproved } from '../../life/approve-payment.ts';
import { debtorOf } from '../../life/debtor.ts';
import { findShownAccount } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';
import type { Obstacle, Shown } from './subject.ts';

/** What the subjects that are payments have in common. */

/**
 * The PSU has said yes to them. It fails at a fault, and where the money is there for none.
 * @see D8-outcome-accounts, D4-acwc, D4-fifteen-minutes, D5-not-atomic
 */
export function* approveAll(
  world: WorldState,
  waiting: readonly Payment[],
  psu: string,
): Op<'fault' | 'no-funds' | undefined> {
  if (waiting.some(({ creditorAccount }) => outcomeOf(creditorAccount) === 'SYSTEM_ERROR')) return 'fault';
  const approved = yield* approvePayments(world, waiting, psu);
  return approved.every(({ rejection }) => rejection === 'no-funds') ? 'no-funds' : undefined;
}

/** @see D4-fifteen-minutes */
export function* rejectAll(world: WorldState, waiting: readonly Payment[], obstacle: Obstacle): Op<void> {
  if (obstacle === 'booked-meanwhile') return;
  for (const payment of waiting) yield* rejectUnapproved(world, payment, obstacle);
}

/** Whose the first debtor account is. */
export function* ownerOf([payment]: readonly Payment[]): Op<string | undefined> {
  return payment && (yield* debtorOf(payment))?.customerNumber;
}

/** Whether it is settled which accounts pay: until then nobody who has the link learns whether one is theirs. */
export function areSettled(waiting: readonly Payment[]): boolean {
  return waiting.every(({ debtorAccount }) => debtorAccount !== undefined);
}

/** At its approval a date is looked at again (D4-date-at-approval): it is shown as what that would come to. */
export function* showToApprove({ bankNow, calendar }: WorldState, waiting: readonly Payment[]): Op<Shown> {
  return yield* showPayments(waiting, (payment) => approve(payment, bankNow, calendar).effectiveDate);
}

export function* showPayments(waiting: readonly Payment[], dateOf: (payment: Payment) => string): Op<Shown> {
  const payments = [];
  for (const payment of waiting) {
    const account = yield* debtorOf(payment);
    const debtor = account && (yield* findShownAccount(account.id));
    payments.push({ payment, date: dateOf(payment), debtor });
  }
  return { kind: 'payments', payments };
}
