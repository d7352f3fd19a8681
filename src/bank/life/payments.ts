import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../core/units.ts';
import type { Op } from '../../store/contract.ts';
import { formatOsloDate, parseOsloInstant } from '../../values/oslo.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { parseSequence } from '../domain/ids.ts';
import {
  type Creditor,
  computeAvailableMinor,
  computeExpectedChanges,
  computeReservation,
  computeRunDay,
  createEntries,
  isMoneyHeld,
  isPending,
  listCustomerLines,
  type TotalsChange,
} from '../domain/ledger.ts';
import {
  type Basket,
  createBulkOrder,
  createPaymentOrder,
  getDebtorCurrency,
  getSettledDebtor,
  isItem,
  isUnapproved,
  mayBecome,
  type Order,
  type Payment,
  type RejectionReason,
  type WholeBasket,
} from '../domain/payment.ts';
import { buildDuplicateFingerprint, computeChargeMinor } from '../domain/product-rules.ts';
import { applyDecision, approve, canPay, type Decision } from '../domain/settlement.ts';
import { findAccount } from '../store/tables/accounts.ts';
import { addToTotals, book, findFunds, release, reserve } from '../store/tables/ledger.ts';
import { wasOurs } from '../store/tables/numbers.ts';
import {
  findBasket,
  findBulk,
  findPayment,
  insertTransitions,
  listBasketPayments,
  listPaymentsOfBulk,
  type Step,
  updatePayment,
} from '../store/tables/payments.ts';
import { insertTransactions } from '../store/tables/transactions.ts';
import { type BankState, takeSequence } from '../store/tables/world.ts';
import { settleDebtors } from './payer.ts';

/**
 * Finds a resource by its id, which contains its sequence.
 * @param find finds it by its sequence
 */
export function* findByPublicId<T>(
  { seed }: BankState,
  kind: 'payment' | 'basket' | 'authorisation',
  id: string,
  find: (sequence: bigint) => Op<T | undefined>,
): Op<T | undefined> {
  const sequence = parseSequence(seed, kind, id);
  return sequence === undefined ? undefined : yield* find(sequence);
}

/**
 * Finds a payment or bulk by its sequence; undefined for an item of a bulk, because actions apply to the whole bulk.
 * @param sequence the number in the paymentId (`parseSequence`)
 */
export function* findOrder(sequence: bigint): Op<Order | undefined> {
  const found = yield* findReadable(sequence);
  return found && isItem(found) ? undefined : found;
}

/** Finds a payment, a bulk, or an item of a bulk by its sequence. @see D1-bulk-items */
export function* findReadable(sequence: bigint): Op<Order | undefined> {
  const payment = yield* findPayment(sequence);
  if (payment) return createPaymentOrder(payment);
  const bulk = yield* findBulk(sequence);
  return bulk && createBulkOrder(bulk, yield* listPaymentsOfBulk(bulk.sequence));
}

/** Finds a basket and its payments by its sequence. */
export function* findWholeBasket(sequence: bigint): Op<WholeBasket | undefined> {
  const basket = yield* findBasket(sequence);
  return basket && { ...basket, payments: yield* paymentsOfBasket(basket) };
}

/**
 * Lists the payments of a basket in the order of the request.
 * @throws Error if a payment no longer exists
 */
export function* paymentsOfBasket({ sequence }: Basket): Op<Payment[]> {
  const payments: Payment[] = [];
  for (const member of yield* listBasketPayments(sequence)) {
    const payment = yield* findPayment(member);
    if (!payment) throw new Error('a payment of a basket is gone');
    payments.push(payment);
  }
  return payments;
}

/**
 * Moves a payment along a path of statuses. This is the only function that changes a status. A payment has a
 * reservation exactly in ACSP and ACWP, and is booked exactly in ACSC; the expected balances follow.
 * @param path the statuses in order; if empty, only the other members of the payment are stored
 * @param at the time on the bank's clock, also used for the bookings
 * @throws Error for a transition that D4-transitions doesn't allow, and for a rejection without a reason
 * @see D4-transitions, D9-one-booking
 * @see D9-totals, D9-invariants
 */
export function* movePayment(
  world: BankState,
  payment: Payment,
  path: readonly TransactionStatus[],
  at: number,
): Op<Payment> {
  const status = path.at(-1);
  if (status === undefined) {
    yield* updatePayment(payment, computeRunDay(payment));
    return payment;
  }
  if (status === 'RJCT' && payment.rejection === undefined)
    throw new Error('a payment was rejected without a reason');
  const steps = createSteps(world, payment.status, path);
  const moved = markEnded({ ...payment, status }, payment, steps);
  yield* insertTransitions(payment.sequence, steps, at);
  yield* updatePayment(moved, computeRunDay(moved));
  yield* moveMoney(world, payment, moved, at);
  return moved;
}

/** Sets `ended` to the index of the last step if the payment stopped being pending. @see D7-page-world */
function markEnded(moved: Payment, before: Payment, steps: readonly Step[]): Payment {
  const ended = steps.at(-1)?.place;
  return isPending(before) && !isPending(moved) && ended !== undefined ? { ...moved, ended } : moved;
}

/** Updates totals, reservations and bookings after a change of status. @see D9-booked-when-acsc, D9-released */
function* moveMoney(world: BankState, before: Payment, after: Payment, at: number): Op<void> {
  const [wasPending, stays] = [isPending(before), isPending(after)];
  const isBooked = after.status === 'ACSC';
  const creditor = wasPending !== stays || isBooked ? yield* findAccount(after.creditorAccount) : undefined;
  const changes: TotalsChange[] = [];
  if (!wasPending && stays) changes.push(...computeExpectedChanges(after, creditor));
  if (wasPending && !stays) changes.push(...computeExpectedChanges(before, creditor).map(subtractPending));
  const [held, holds] = [isMoneyHeld(before.status), isMoneyHeld(after.status)];
  if (held && !holds) changes.push(...(yield* release(before.sequence)));
  if (!held && holds) changes.push(...(yield* reserve(after.sequence, computeReservation(after))));
  if (!isBooked) return yield* addToTotals(changes);
  const to = creditor ?? (yield* resolveExternalCreditor(after));
  yield* bookPayment(world, after, to, at, changes);
}

/**
 * Resolves a creditor without an account at this bank. A payment to a deleted account stays in the bank.
 * @see D8-paid-to-deleted
 */
function* resolveExternalCreditor({ creditorAccount }: Payment): Op<Creditor> {
  return (yield* wasOurs(creditorAccount)) ? 'SUSPENSE' : 'NOSTRO';
}

function subtractPending({ pendingMinor = 0n, ...change }: TotalsChange): TotalsChange {
  return { ...change, pendingMinor: -pendingMinor };
}

function createSteps(
  world: BankState,
  start: TransactionStatus,
  path: readonly TransactionStatus[],
): readonly Step[] {
  return path.map((to, index) => {
    const from = path[index - 1] ?? start;
    if (!mayBecome(from, to)) throw new Error(`a payment in ${from} can't become ${to}`);
    return { place: takeSequence(world), from, to };
  });
}

/**
 * Books a payment, and adds it to the transaction list of each account that it moves money on.
 * @param changes the other changes to the totals
 * @see D8-one-list
 */
function* bookPayment(
  world: BankState,
  payment: Payment,
  creditor: Creditor,
  bookedAt: number,
  changes: readonly TotalsChange[],
): Op<void> {
  const debtor = { id: getSettledDebtor(payment), currency: getDebtorCurrency(payment) };
  const entries = createEntries(payment, debtor, creditor);
  const booking = takeSequence(world);
  const bookings = entries.map((entry, leg) => {
    const sequence = leg === 0 ? booking : takeSequence(world);
    return { sequence, kind: 'payment' as const, bookedAt, payment: payment.sequence, leg, entry };
  });
  yield* book(bookings, changes);
  const date = formatOsloDate(bookedAt);
  const moved = { bookingDate: date, valueDate: date, booking, from: { payment: payment.sequence } };
  yield* insertTransactions(listCustomerLines(entries).map((line) => ({ ...line, ...moved })));
}

/** Applies a decision to a payment: the new effective date, if any, and the statuses. */
export function* applyPaymentDecision(
  world: BankState,
  payment: Payment,
  decision: Decision,
  at: number,
): Op<Payment> {
  const { path, effectiveDate, isEarly } = decision;
  const dated =
    effectiveDate === undefined ? payment : setEffectiveDate(world, payment, effectiveDate, isEarly);
  return yield* movePayment(world, applyDecision(dated, decision), path, at);
}

/**
 * Sets the effective date. The previous date is stored with the index of the next step. A payment without a requested
 * date isn't reported as moved.
 * @see D7-page-world, D4-date-moved
 */
function setEffectiveDate(
  world: BankState,
  payment: Payment,
  effectiveDate: string,
  isEarly = false,
): Payment {
  const asked = payment.initiation.requestedExecutionDate;
  return {
    ...payment,
    effectiveDate,
    dayBefore: { date: payment.effectiveDate, until: world.sequence + 1n },
    dateMoved: asked !== undefined && asked !== effectiveDate,
    duplicateKey: isEarly ? payment.duplicateKey : hashDuplicateKey(payment, effectiveDate),
  };
}

/**
 * Hashes the fingerprint that logical duplicates of one day share. 64 bits distinguish payments and keep the index
 * small.
 */
export function hashDuplicateKey(
  payment: Parameters<typeof buildDuplicateFingerprint>[0],
  date: string,
): bigint {
  // Hexadecimal is faster than a Buffer in Node.
  const hex = hash('sha256', buildDuplicateFingerprint(payment, date), 'hex');
  return BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`));
}

/**
 * Sets the expiry of unapproved payments without an open authorisation: the end of their execution day.
 * @see D4-explicit
 */
export function* expirePayments(payments: readonly Payment[]): Op<void> {
  for (const payment of payments.filter(({ status }) => isUnapproved(status))) {
    if (payment.lapsesAt !== undefined) continue;
    yield* updatePayment({ ...payment, lapsesAt: computeExpiry(payment) }, computeRunDay(payment));
  }
}

/** Clears the expiry of payments after an authorisation starts, which has its own expiry. */
export function* cancelExpiry(payments: readonly Payment[]): Op<void> {
  for (const { lapsesAt, ...payment } of payments) {
    if (lapsesAt !== undefined) yield* updatePayment(payment, computeRunDay(payment));
  }
}

/** Computes the end of the execution day. */
export function computeExpiry({ effectiveDate }: Pick<Payment, 'effectiveDate'>): number {
  // Don't use the start of the next day: the last day of the calendar has no next day.
  return parseOsloInstant(effectiveDate, 23, 59) + MINUTE_MS;
}

/**
 * Approves one payment or several after the PSU's confirmation.
 * @returns the payments in their new state
 */
export function* approvePayments(
  world: BankState,
  payments: readonly Payment[],
  psu: string,
): Op<readonly Payment[]> {
  const settled = yield* settleDebtors(payments);
  const isShort = (yield* findFirstBeyondFunds(settled.filter(isOfStrictBulk))) !== undefined;
  const approved: Payment[] = [];
  for (const payment of settled) {
    const rejects = isShort && isOfStrictBulk(payment);
    approved.push(yield* rejects ? rejectForFunds(world, payment) : approvePayment(world, payment, psu));
  }
  return yield* setPsuOfRejected(approved, psu);
}

/**
 * Approves payments that need no SCA. Their PSU is that of the session, even if a payment is rejected.
 * @see D4-exempted
 */
export function* approveExempt(world: BankState, payments: readonly Payment[], psu: string): Op<void> {
  const named = payments.map((payment) => ({ ...payment, psu }));
  yield* approvePayments(world, named, psu);
}

/**
 * Sets the PSU of all payments if at least one was approved, including those rejected for lack of funds.
 * @see D3-psu-of-payment
 */
function* setPsuOfRejected(payments: readonly Payment[], psu: string): Op<readonly Payment[]> {
  if (payments.every(({ status }) => status === 'RJCT')) return payments;
  const named: Payment[] = [];
  for (const payment of payments) {
    const known = { ...payment, psu };
    if (payment.psu !== psu) yield* updatePayment(known, computeRunDay(known));
    named.push(known);
  }
  return named;
}

/**
 * Returns true for an item of a bulk that lack of funds rejects as a whole.
 * @see D4-instant-funds, D4-no-funds-preferred
 */
function isOfStrictBulk({ bulk, rejectsNoFunds }: Payment): boolean {
  return bulk !== undefined && rejectsNoFunds;
}

/**
 * Finds the index of the first of several payments from one account that exceeds the available funds.
 * @see D4-bulk-funds
 */
export function* findFirstBeyondFunds(payments: readonly Payment[]): Op<number | undefined> {
  const funds = payments[0] && (yield* findFunds(getSettledDebtor(payments[0])));
  let leftMinor = funds ? computeAvailableMinor(funds) : 0n;
  for (const [place, payment] of payments.entries()) {
    if (funds) leftMinor -= computeChargeMinor(payment, funds.currency);
    if (!funds || leftMinor < 0n || payment.unfundedBy !== undefined) return place;
  }
  return undefined;
}

/**
 * Approves one payment. Lack of funds rejects it at once if its product or the TPP requires that.
 * @returns the payment in ACTC, ACWC or PDNG; booked if it is executed at once; or RJCT for lack of funds
 * @see D4-acwc, D4-fifteen-minutes, D5-later-day
 */
function* approvePayment(world: BankState, payment: Payment, psu: string): Op<Payment> {
  if (payment.rejectsNoFunds && !canPay(payment, yield* findFunds(getSettledDebtor(payment)))) {
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
      effectiveDate === payment.effectiveDate
        ? payment.duplicateKey
        : hashDuplicateKey(payment, effectiveDate),
    approval: { sequence: takeSequence(world), at: world.bankNow },
    ...outcome,
  };
  return yield* movePayment(world, approved, path, world.bankNow);
}

/** Rejects a payment whose amount plus fee exceeds the funds. @see D4-instant-funds, D4-no-funds-preferred */
function* rejectForFunds(world: BankState, payment: Payment): Op<Payment> {
  const rejected: Payment = { ...payment, lapsesAt: undefined, fundsAvailable: false, rejection: 'no-funds' };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}

/** Rejects a payment that the PSU declined, can't approve, or didn't approve in time. @see D4-rejection-reason */
export function* rejectUnapproved(
  world: BankState,
  payment: Payment,
  rejection: RejectionReason,
): Op<Payment> {
  const rejected = { ...payment, lapsesAt: undefined, rejection };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}
