import type { Op } from '../../store/contract.ts';
import { availableMinor, runDayOf } from '../domain/ledger.ts';
import { type Payment, settledDebtor } from '../domain/payment.ts';
import { chargeMinor } from '../domain/product-rules.ts';
import type { RejectionReason } from '../domain/rejection.ts';
import { approve, canPay } from '../domain/settlement.ts';
import { findFunds } from '../store/tables/ledger.ts';
import { updatePayment } from '../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';
import { duplicateKeyOf, movePayment } from './move.ts';
import { settleDebtors } from './payer.ts';

/**
 * The PSU has said yes to a payment, or to each of several.
 * @returns the payments as they are now
 */
export function* approvePayments(
  world: WorldState,
  payments: readonly Payment[],
  psu: string,
): Op<readonly Payment[]> {
  const settled = yield* settleDebtors(payments);
  const isShort = (yield* firstBeyondFunds(settled.filter(isOfStrictBulk))) !== undefined;
  const approved: Payment[] = [];
  for (const payment of settled) {
    const rejects = isShort && isOfStrictBulk(payment);
    approved.push(
      rejects ? yield* rejectForFunds(world, payment) : yield* approvePayment(world, payment, psu),
    );
  }
  return yield* nameRejected(approved, psu);
}

/** Payments that need no SCA: their PSU is the one of the session, whatever becomes of them. @see D4-exempted */
export function* approveExempt(world: WorldState, payments: readonly Payment[], psu: string): Op<void> {
  yield* approvePayments(
    world,
    payments.map((payment) => ({ ...payment, psu })),
    psu,
  );
}

/** Where something is approved the PSU is known, to those that lack of funds rejected beside it too. @see D3-psu-of-payment */
function* nameRejected(payments: readonly Payment[], psu: string): Op<readonly Payment[]> {
  if (payments.every(({ status }) => status === 'RJCT')) return payments;
  const named: Payment[] = [];
  for (const payment of payments) {
    const known = { ...payment, psu };
    if (payment.psu !== psu) yield* updatePayment(known, runDayOf(known));
    named.push(known);
  }
  return named;
}

/** A bulk that lack of funds rejects is approved as a whole. @see D4-instant-funds, D4-no-funds-preferred */
function isOfStrictBulk({ bulk, rejectsNoFunds }: Payment): boolean {
  return bulk !== undefined && rejectsNoFunds;
}

/** The place of the first among payments from one account that its money does not reach to. @see D4-bulk-funds */
export function* firstBeyondFunds(payments: readonly Payment[]): Op<number | undefined> {
  const funds = payments[0] && (yield* findFunds(settledDebtor(payments[0])));
  let leftMinor = funds ? availableMinor(funds) : 0n;
  for (const [place, payment] of payments.entries()) {
    if (funds) leftMinor -= chargeMinor(payment, funds.currency);
    if (!funds || leftMinor < 0n || payment.unfundedBy !== undefined) return place;
  }
  return undefined;
}

/**
 * The PSU has said yes. Lack of funds rejects a payment at once where its product or the TPP has it so.
 * @returns the payment as it is now: ACTC, ACWC or PDNG; booked when it is executed at once; or RJCT for lack of funds
 * @see D4-acwc, D4-fifteen-minutes, D5-later-day
 */
function* approvePayment(world: WorldState, payment: Payment, psu: string): Op<Payment> {
  if (payment.rejectsNoFunds && !canPay(payment, yield* findFunds(settledDebtor(payment)))) {
    return yield* rejectForFunds(world, payment);
  }
  const { path, effectiveDate, dateMoved, ...outcome } = approve(payment, world.bankNow, world.calendar);
  const approved: Payment = {
    ...payment,
    lapsesAt: undefined,
    psu,
    fundsAvailable: payment.rejectsNoFunds || payment.fundsAvailable,
    effectiveDate,
    dateMoved,
    duplicateKey:
      effectiveDate === payment.effectiveDate ? payment.duplicateKey : duplicateKeyOf(payment, effectiveDate),
    approval: { sequence: nextSequence(world), at: world.bankNow },
    ...outcome,
  };
  return yield* movePayment(world, approved, path, world.bankNow);
}

/** Amount and fee are not there. @see D4-instant-funds, D4-no-funds-preferred */
export function* rejectForFunds(world: WorldState, payment: Payment): Op<Payment> {
  const rejected: Payment = { ...payment, lapsesAt: undefined, fundsAvailable: false, rejection: 'no-funds' };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}

/** The PSU has said no, or can't say yes, or the time to say it is over. @see D4-rejection-reason */
export function* rejectUnapproved(
  world: WorldState,
  payment: Payment,
  rejection: RejectionReason,
): Op<Payment> {
  const rejected = { ...payment, lapsesAt: undefined, rejection };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}
