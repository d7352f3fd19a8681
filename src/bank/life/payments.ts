import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../core/units.ts';
import type { Op } from '../../store/contract.ts';
import { formatOsloDate, parseOsloInstant } from '../../values/oslo.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
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
 * The payment or bulk with this number; a payment of a bulk is none: what is done to it is done to the bulk.
 * @param sequence the number in the paymentId (`parseSequence`)
 */
export function* findOrder(sequence: bigint): Op<Order | undefined> {
  const found = yield* findReadable(sequence);
  return found && isItem(found) ? undefined : found;
}

/** The payment or bulk with this number, or the payment of a bulk. @see D1-bulk-items */
export function* findReadable(sequence: bigint): Op<Order | undefined> {
  const payment = yield* findPayment(sequence);
  if (payment) return createPaymentOrder(payment);
  const bulk = yield* findBulk(sequence);
  return bulk && createBulkOrder(bulk, yield* listPaymentsOfBulk(bulk.sequence));
}

/** The basket with this number, and its payments. */
export function* findWholeBasket(sequence: bigint): Op<WholeBasket | undefined> {
  const basket = yield* findBasket(sequence);
  return basket && { ...basket, payments: yield* paymentsOfBasket(basket) };
}

/** In the order in which the TPP named them. */
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
 * Takes a payment along a path of statuses: the one place where a status changes. What stands in ACSP or ACWP has a
 * reservation, what comes to ACSC is booked, and nothing else is; what accounts expect of it follows.
 * @param path one step after the other; none writes the payment's other changes alone
 * @param at when it happens, of the bank's clock; bookings carry it
 * @throws Error for a step that D4-transitions has not, and for a rejection without its reason
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

/** One that was pending and is not is known by the place of its last step. @see D7-page-world */
function markEnded(moved: Payment, before: Payment, steps: readonly Step[]): Payment {
  const ended = steps.at(-1)?.place;
  return isPending(before) && !isPending(moved) && ended !== undefined ? { ...moved, ended } : moved;
}

/** @see D9-booked-when-acsc, D9-released */
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
  yield* bookPayment(world, after, { creditor: to, bookedAt: at, changes });
}

/**
 * Resolves a creditor without an account here. A payment to a deleted account doesn't leave the bank.
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

interface With {
  readonly creditor: Creditor;
  readonly bookedAt: number;
  /** Other changes of the totals. */
  readonly changes: readonly TotalsChange[];
}

/** Books a payment, and puts it into the list of each account that it moves money on. @see D8-one-list */
function* bookPayment(world: BankState, payment: Payment, { creditor, bookedAt, changes }: With): Op<void> {
  const debtor = { id: getSettledDebtor(payment), currency: getDebtorCurrency(payment) };
  const entries = createEntries(payment, debtor, creditor);
  const booking = takeSequence(world);
  yield* book(
    entries.map((entry, leg) => ({
      sequence: leg === 0 ? booking : takeSequence(world),
      kind: 'payment',
      bookedAt,
      payment: payment.sequence,
      leg,
      entry,
    })),
    changes,
  );
  const date = formatOsloDate(bookedAt);
  yield* insertTransactions(
    listCustomerLines(entries).map(({ account, currency, amountMinor }) => ({
      account,
      bookingDate: date,
      valueDate: date,
      currency,
      amountMinor,
      booking,
      from: { payment: payment.sequence },
    })),
  );
}

/** Makes of a payment what was decided, with its new day when it has one. */
export function* applyPaymentDecision(
  world: BankState,
  payment: Payment,
  decision: Decision,
  at: number,
): Op<Payment> {
  const { path, effectiveDate } = decision;
  const dated = effectiveDate === undefined ? payment : setEffectiveDate(world, payment, effectiveDate);
  return yield* movePayment(world, applyDecision(dated, decision), path, at);
}

/**
 * A day that was not asked for is not moved. Its last day stays known, up to the step that is taken next.
 * @see D7-page-world, D4-date-moved
 */
function setEffectiveDate(world: BankState, payment: Payment, effectiveDate: string): Payment {
  const asked = payment.initiation.requestedExecutionDate;
  return {
    ...payment,
    effectiveDate,
    dayBefore: { date: payment.effectiveDate, until: world.sequence + 1n },
    dateMoved: asked !== undefined && asked !== effectiveDate,
    duplicateKey: hashDuplicateKey(payment, effectiveDate),
  };
}

/**
 * Hashes what logical duplicates of one day have in common. 64 bits tell payments apart and keep the index small.
 */
export function hashDuplicateKey(
  payment: Parameters<typeof buildDuplicateFingerprint>[0],
  date: string,
): bigint {
  // By hexadecimal digits: Node makes them faster than a Buffer.
  return BigInt.asIntN(
    64,
    BigInt(`0x${hash('sha256', buildDuplicateFingerprint(payment, date), 'hex').slice(0, 16)}`),
  );
}

/**
 * Payments for which no authorisation is open are rejected at the end of their execution day.
 * @see D4-explicit
 */
export function* expirePayments(payments: readonly Payment[]): Op<void> {
  for (const payment of payments.filter(({ status }) => isUnapproved(status))) {
    if (payment.lapsesAt !== undefined) continue;
    yield* updatePayment({ ...payment, lapsesAt: computeExpiry(payment) }, computeRunDay(payment));
  }
}

/** An authorisation was started: from now on its own time counts. */
export function* cancelExpiry(payments: readonly Payment[]): Op<void> {
  for (const { lapsesAt, ...payment } of payments) {
    if (lapsesAt !== undefined) yield* updatePayment(payment, computeRunDay(payment));
  }
}

/** The end of the execution day. */
export function computeExpiry({ effectiveDate }: Pick<Payment, 'effectiveDate'>): number {
  // Not the next day's beginning: the last day of a calendar has none.
  return parseOsloInstant(effectiveDate, 23, 59) + MINUTE_MS;
}

/**
 * The PSU has said yes to a payment, or to each of several.
 * @returns the payments as they are now
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
    approved.push(
      rejects ? yield* rejectForFunds(world, payment) : yield* approvePayment(world, payment, psu),
    );
  }
  return yield* setPsuOfRejected(approved, psu);
}

/** Payments that need no SCA: their PSU is the one of the session, whatever becomes of them. @see D4-exempted */
export function* approveExempt(world: BankState, payments: readonly Payment[], psu: string): Op<void> {
  yield* approvePayments(
    world,
    payments.map((payment) => ({ ...payment, psu })),
    psu,
  );
}

/** Where something is approved the PSU is known, to those that lack of funds rejected beside it too. @see D3-psu-of-payment */
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

/** A bulk that lack of funds rejects is approved as a whole. @see D4-instant-funds, D4-no-funds-preferred */
function isOfStrictBulk({ bulk, rejectsNoFunds }: Payment): boolean {
  return bulk !== undefined && rejectsNoFunds;
}

/** The place of the first among payments from one account that its money does not reach to. @see D4-bulk-funds */
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
 * The PSU has said yes. Lack of funds rejects a payment at once where its product or the TPP has it so.
 * @returns the payment as it is now: ACTC, ACWC or PDNG; booked when it is executed at once; or RJCT for lack of funds
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

/** Amount and fee are not there. @see D4-instant-funds, D4-no-funds-preferred */
function* rejectForFunds(world: BankState, payment: Payment): Op<Payment> {
  const rejected: Payment = { ...payment, lapsesAt: undefined, fundsAvailable: false, rejection: 'no-funds' };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}

/** The PSU has said no, or can't say yes, or the time to say it is over. @see D4-rejection-reason */
export function* rejectUnapproved(
  world: BankState,
  payment: Payment,
  rejection: RejectionReason,
): Op<Payment> {
  const rejected = { ...payment, lapsesAt: undefined, rejection };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}
