import { hash } from 'node:crypto';
import { MINUTE_MS } from '../../core/units.ts';
import type { Op } from '../../store/contract.ts';
import { parseOsloInstant } from '../../values/oslo.ts';
import { parseSequence } from '../domain/ids.ts';
import { computeAvailableMinor, computeRunDay, type Funds } from '../domain/ledger.ts';
import {
  createBulkOrder,
  createPaymentOrder,
  getSettledDebtor,
  isItem,
  isUnapproved,
  type Order,
  type Payment,
  type RejectionReason,
  type WholeBasket,
} from '../domain/payment.ts';
import { buildDuplicateFingerprint, computeChargeMinor, getProductRules } from '../domain/product-rules.ts';
import { applyDecision, approve, canPay, type Decision } from '../domain/settlement.ts';
import { listFunds } from '../store/tables/ledger.ts';
import {
  findBasket,
  findBulk,
  findPayment,
  listPaymentsOfBasket,
  listPaymentsOfBulk,
  updatePayment,
} from '../store/tables/payments.ts';
import { type BankState, takeSequence } from '../store/tables/world.ts';
import { findCreditors, type Move, planMoves, storeMoves } from './moves.ts';
import { type Debtors, settleDebtors } from './payer.ts';

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
  return basket && { ...basket, payments: yield* listPaymentsOfBasket(sequence) };
}

/** Creates the move of a decision: the new effective date, if any, and the statuses. */
export function createDecidedMove(world: BankState, payment: Payment, decision: Decision): Move {
  const { path, effectiveDate, isEarly } = decision;
  const dated =
    effectiveDate === undefined ? payment : setEffectiveDate(world, payment, effectiveDate, isEarly);
  return { payment: applyDecision(dated, decision), path };
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
  debtors: Debtors,
  psu: string,
): Op<readonly Payment[]> {
  const settled = settleDebtors(payments, debtors);
  const strict = settled.filter(({ rejectsNoFunds }) => rejectsNoFunds);
  const funds = yield* listFunds(strict.map(getSettledDebtor));
  const isShort = findFirstBeyondFunds(settled.filter(isOfStrictBulk), funds) !== undefined;
  const creditors = yield* findCreditors(settled, settled.some(isBookedAtApproval));
  const decide = (payment: Payment) => {
    const isFunded = !payment.rejectsNoFunds || canPay(payment, funds.get(getSettledDebtor(payment)));
    const rejects = !isFunded || (isShort && isOfStrictBulk(payment));
    return rejects ? rejectForFunds(payment) : approvePayment(world, payment, psu);
  };
  const terms = { at: world.bankNow, creditors, funds };
  const planned = yield* planMoves(world, settled, decide, terms);
  const approved = setPsuOfRejected(planned.payments, psu);
  yield* storeMoves({ ...planned, payments: approved });
  return approved;
}

function isBookedAtApproval(payment: Payment): boolean {
  return getProductRules(payment).execution === 'at-approval';
}

/**
 * Approves payments that need no SCA. Their PSU is that of the session, even if a payment is rejected.
 * @see D4-exempted
 */
export function* approveExempt(
  world: BankState,
  payments: readonly Payment[],
  debtors: Debtors,
  psu: string,
): Op<readonly Payment[]> {
  const named = payments.map((payment) => ({ ...payment, psu }));
  return yield* approvePayments(world, named, debtors, psu);
}

/**
 * Sets the PSU of all payments if at least one was approved, including those rejected for lack of funds.
 * @see D3-psu-of-payment
 */
function setPsuOfRejected(payments: Payment[], psu: string): Payment[] {
  if (payments.every(({ status }) => status === 'RJCT')) return payments;
  return payments.map((payment) => ({ ...payment, psu }));
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
 * @param all the funds by the ids of accounts
 * @see D4-bulk-funds
 */
export function findFirstBeyondFunds(
  payments: readonly Payment[],
  all: ReadonlyMap<string, Funds>,
): number | undefined {
  const funds = payments[0] && all.get(getSettledDebtor(payments[0]));
  let leftMinor = funds ? computeAvailableMinor(funds) : 0n;
  for (const [place, payment] of payments.entries()) {
    if (funds) leftMinor -= computeChargeMinor(payment, funds.currency);
    if (!funds || leftMinor < 0n || payment.unfundedBy !== undefined) return place;
  }
  return undefined;
}

/**
 * Approves one payment: it moves to ACTC, ACWC or PDNG, and is booked if it is executed at once.
 * @see D4-acwc, D4-fifteen-minutes, D5-later-day
 */
function approvePayment(world: BankState, payment: Payment, psu: string): Move {
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
  return { payment: approved, path };
}

/** Rejects a payment whose amount plus fee exceeds the funds. @see D4-instant-funds, D4-no-funds-preferred */
function rejectForFunds(payment: Payment): Move {
  const rejected: Payment = { ...payment, lapsesAt: undefined, fundsAvailable: false, rejection: 'no-funds' };
  return { payment: rejected, path: ['RJCT'] };
}

/**
 * Rejects payments in RCVD that the PSU declined, can't approve, or didn't approve in time.
 * @see D4-rejection-reason
 */
export function* rejectUnapproved(
  world: BankState,
  payments: readonly Payment[],
  rejection: RejectionReason,
): Op<readonly Payment[]> {
  const reject = (payment: Payment): Move => {
    return { payment: { ...payment, lapsesAt: undefined, rejection }, path: ['RJCT'] };
  };
  const planned = yield* planMoves(world, payments, reject, { at: world.bankNow });
  yield* storeMoves(planned);
  return planned.payments;
}
