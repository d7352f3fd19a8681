import {
  flag,
  integer,
  json,
  type Op,
  optionalText,
  type Row,
  run,
  type SqlValue,
  small,
  text,
} from '../../../store/contract.ts';
import type { PaymentService } from '../../../values/products.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import type { Initiation } from '../../domain/initiation.ts';
import type { Basket, Bulk } from '../../domain/order.ts';
import type { Payment } from '../../domain/payment.ts';
import type { RejectionReason } from '../../domain/rejection.ts';
import { PENDING, UNFINISHED } from '../sql.ts';
import { currencyOf } from './ledger.ts';

export const PAYMENT_COLUMNS = `sequence, id, tpp, service, product, psu, status, funds_available, initiation, debtor_account,
  creditor_account, amount_minor, currency, effective_date, date_moved, duplicate_key, created_at_ms, approval, approved_at_ms,
  rejects_no_funds, lapses_at_ms, held_at_approval, settles_late, bulk, rejection, held_until, ended, day_before,
  day_moved, unfunded_by`;

/** Inserts one that nobody has approved yet. */
export function* insertPayment(payment: Payment): Op<void> {
  yield* run(
    `INSERT INTO payments (sequence, id, tpp, service, product, psu, status, initiation, debtor_account,
       creditor_account, amount_minor, currency, effective_date, date_moved, duplicate_key, created_at_ms, rejects_no_funds, lapses_at_ms, bulk,
       held_at_approval, unfunded_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    payment.sequence,
    payment.paymentId,
    payment.tpp,
    payment.service,
    payment.product,
    payment.psu ?? null,
    payment.status,
    JSON.stringify(payment.initiation),
    payment.debtorAccount ?? null,
    payment.creditorAccount,
    payment.amountMinor,
    payment.currency,
    payment.effectiveDate,
    Number(payment.dateMoved),
    payment.duplicateKey,
    payment.createdAt,
    Number(payment.rejectsNoFunds),
    payment.lapsesAt ?? null,
    payment.bulk ?? null,
    Number(payment.heldAtApproval),
    payment.unfundedBy ?? null,
  );
}

/**
 * Writes what can change of a payment.
 * @param runDay from which day on runs take it, if they do
 */
export function* updatePayment(payment: Payment, runDay: string | undefined): Op<void> {
  yield* run(
    `UPDATE payments SET psu = ?, status = ?, funds_available = ?, effective_date = ?, date_moved = ?,
       duplicate_key = ?, approval = ?, approved_at_ms = ?, lapses_at_ms = ?, held_at_approval = ?, settles_late = ?,
       debtor_account = ?, rejection = ?, held_until = ?, run_day = ?, ended = ?, day_before = ?,
       day_moved = ?
     WHERE sequence = ?`,
    payment.psu ?? null,
    payment.status,
    payment.fundsAvailable === undefined ? null : Number(payment.fundsAvailable),
    payment.effectiveDate,
    Number(payment.dateMoved),
    payment.duplicateKey,
    payment.approval?.sequence ?? null,
    payment.approval?.at ?? null,
    payment.lapsesAt ?? null,
    Number(payment.heldAtApproval),
    Number(payment.settlesLate),
    payment.debtorAccount ?? null,
    payment.rejection ?? null,
    payment.heldUntil ?? null,
    runDay ?? null,
    payment.ended ?? null,
    payment.dayBefore?.date ?? null,
    payment.dayBefore?.until ?? null,
    payment.sequence,
  );
}

/** One step of a payment's status, as the journal of steps keeps it. */
export interface Step {
  /** Its place in the world's one order of events. */
  readonly place: bigint;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
}

/** Keeps the steps that a payment has taken. */
export function* insertTransitions(payment: bigint, steps: readonly Step[], at: number): Op<void> {
  const rows = steps.map(() => '(?, ?, ?, ?, ?)').join(', ');
  const values = steps.flatMap(({ place, from, to }): SqlValue[] => [payment, place, from, to, at]);
  yield* run(
    `INSERT INTO transitions (payment, place, from_status, to_status, at_ms) VALUES ${rows}`,
    ...values,
  );
}

/** @param sequence the number in the payment's id (`sequenceOf`) */
export function* findPayment(sequence: bigint): Op<Payment | undefined> {
  const [row] = yield* run(`SELECT ${PAYMENT_COLUMNS} FROM payments WHERE sequence = ?`, sequence);
  return row && readPayment(row);
}

/** A live payment that this one would repeat. @see D4-allow-logical-duplicate */
export function* findDuplicate(duplicateKey: bigint): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT id FROM payments WHERE duplicate_key = ? AND status NOT IN ('RJCT', 'CANC') LIMIT 1`,
    duplicateKey,
  );
  return row && text(row, 'id');
}

/** The payments of a bulk, in the order of its body. */
export function* listPaymentsOfBulk(bulk: bigint): Op<Payment[]> {
  const rows = yield* run(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE bulk = ? AND bulk IS NOT NULL ORDER BY sequence`,
    bulk,
  );
  return rows.map(readPayment);
}

/** Payments in the order in which they were made, after this one. */
export function* listPaymentsAfter(sequence: bigint, limit: number): Op<Payment[]> {
  const rows = yield* run(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    sequence,
    limit,
  );
  return rows.map(readPayment);
}

/** Approved and not booked payments to the account with this number. */
export function* listPendingTo(creditorAccount: string): Op<Payment[]> {
  const rows = yield* run(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE creditor_account = ? AND ${PENDING} ORDER BY sequence`,
    creditorAccount,
  );
  return rows.map(readPayment);
}

/** How a body names its debtor: a Norwegian IBAN is its bban after four characters. */
const NAMED = {
  ACCOUNT: `COALESCE(initiation ->> '$.debtorAccount.bban', SUBSTR(initiation ->> '$.debtorAccount.iban', 5))`,
  CARD: `initiation ->> '$.debtorAccount.other.identification'`,
} as const;

/** What payments are debited from: an account or card account by its id, and by its name where that alone is known. */
interface Debited {
  readonly kind: 'ACCOUNT' | 'CARD' | 'CUSTOMER';
  readonly subject: string;
  readonly name?: string;
}

/** Payments from an account on their way, the first made first. @see D8-deleting */
export function* listLiveFrom({ kind, subject, name }: Debited, limit: number): Op<Payment[]> {
  const rows = yield* run(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE debtor_account = ? AND ${UNFINISHED}
     UNION ALL SELECT ${PAYMENT_COLUMNS} FROM payments
       WHERE debtor_account IS NULL AND ${UNFINISHED} AND ${kind === 'CARD' ? NAMED.CARD : NAMED.ACCOUNT} = ?
     ORDER BY sequence LIMIT ?`,
    subject,
    name ?? null,
    limit,
  );
  return rows.map(readPayment);
}

/** Unapproved payments that nobody authorises and whose execution day is over. @see D4-creation */
export function* listLapsed(bankNow: number, limit: number): Op<Payment[]> {
  const rows = yield* run(
    `SELECT ${PAYMENT_COLUMNS} FROM payments WHERE lapses_at_ms IS NOT NULL AND lapses_at_ms <= ?
     ORDER BY lapses_at_ms LIMIT ?`,
    bankNow,
    limit,
  );
  return rows.map(readPayment);
}

/** Optional members are set one by one: a row is read for every request, and spreading costs ten times as much. */
export function readPayment(row: Row): Payment {
  const payment: { -readonly [M in keyof Payment]: Payment[M] } = {
    sequence: integer(row, 'sequence'),
    paymentId: text(row, 'id'),
    tpp: text(row, 'tpp'),
    service: text(row, 'service') as PaymentService,
    product: text(row, 'product'),
    status: text(row, 'status') as TransactionStatus,
    initiation: json(row, 'initiation') as Initiation,
    creditorAccount: text(row, 'creditor_account'),
    amountMinor: integer(row, 'amount_minor'),
    currency: currencyOf(row, 'payment'),
    effectiveDate: text(row, 'effective_date'),
    dateMoved: flag(row, 'date_moved'),
    duplicateKey: integer(row, 'duplicate_key'),
    createdAt: small(row, 'created_at_ms'),
    rejectsNoFunds: flag(row, 'rejects_no_funds'),
    heldAtApproval: flag(row, 'held_at_approval'),
    settlesLate: flag(row, 'settles_late'),
  };
  const psu = optionalText(row, 'psu');
  if (psu !== undefined) payment.psu = psu;
  const debtorAccount = optionalText(row, 'debtor_account');
  if (debtorAccount !== undefined) payment.debtorAccount = debtorAccount;
  const rejection = optionalText(row, 'rejection');
  if (rejection !== undefined) payment.rejection = rejection as RejectionReason;
  const heldUntil = optionalText(row, 'held_until');
  if (heldUntil !== undefined) payment.heldUntil = heldUntil;
  if (row.funds_available !== null) payment.fundsAvailable = flag(row, 'funds_available');
  if (row.day_moved !== null) {
    payment.dayBefore = { date: text(row, 'day_before'), until: integer(row, 'day_moved') };
  }
  if (row.unfunded_by !== null) payment.unfundedBy = small(row, 'unfunded_by');
  if (row.ended !== null) payment.ended = integer(row, 'ended');
  if (row.bulk !== null) payment.bulk = integer(row, 'bulk');
  if (row.lapses_at_ms !== null) payment.lapsesAt = small(row, 'lapses_at_ms');
  if (row.approval !== null) {
    payment.approval = { sequence: integer(row, 'approval'), at: small(row, 'approved_at_ms') };
  }
  return payment;
}

/** Inserts a bulk; its payments have rows of their own. */
export function* insertBulk({ sequence, paymentId, initiation }: Bulk): Op<void> {
  yield* run(
    'INSERT INTO bulks (sequence, id, initiation) VALUES (?, ?, ?)',
    sequence,
    paymentId,
    JSON.stringify(initiation),
  );
}

/** @param sequence the number in its paymentId (`sequenceOf`) */
export function* findBulk(sequence: bigint): Op<Bulk | undefined> {
  const [row] = yield* run('SELECT sequence, id, initiation FROM bulks WHERE sequence = ?', sequence);
  return (
    row && {
      sequence: integer(row, 'sequence'),
      paymentId: text(row, 'id'),
      initiation: json(row, 'initiation') as object,
    }
  );
}

/** Inserts a basket and who is in it, in the order given. */
export function* insertBasket(basket: Basket, payments: readonly bigint[]): Op<void> {
  const { sequence, basketId, tpp, psu, state } = basket;
  yield* run(
    'INSERT INTO baskets (sequence, id, tpp, psu, state) VALUES (?, ?, ?, ?, ?)',
    sequence,
    basketId,
    tpp,
    psu ?? null,
    state,
  );
  for (const [place, payment] of payments.entries()) {
    yield* run(
      'INSERT INTO basket_payments (basket, place, payment) VALUES (?, ?, ?)',
      sequence,
      place,
      payment,
    );
  }
}

/** Writes what can change of a basket. */
export function* updateBasket({ sequence, psu, state }: Basket): Op<void> {
  yield* run('UPDATE baskets SET psu = ?, state = ? WHERE sequence = ?', psu ?? null, state, sequence);
}

/** @param sequence the number in its basketId (`sequenceOf`) */
export function* findBasket(sequence: bigint): Op<Basket | undefined> {
  const [row] = yield* run('SELECT sequence, id, tpp, psu, state FROM baskets WHERE sequence = ?', sequence);
  return row && read(row);
}

/** Sequences of the payments of a basket, in the order given. */
export function* listBasketPayments(basket: bigint): Op<bigint[]> {
  const rows = yield* run('SELECT payment FROM basket_payments WHERE basket = ? ORDER BY place', basket);
  return rows.map((row) => integer(row, 'payment'));
}

/** Whether a payment is in a basket that is neither authorised nor deleted. */
export function* isInLiveBasket(payment: bigint): Op<boolean> {
  return (yield* findLiveBasket(payment)) !== undefined;
}

/**
 * The basket that a payment is in, when it is neither authorised nor deleted; there is one at most.
 * @see D5-one-live-basket
 */
export function* findLiveBasket(payment: bigint): Op<Basket | undefined> {
  const [row] = yield* run(
    `SELECT sequence, id, tpp, psu, state FROM basket_payments
       JOIN baskets ON baskets.sequence = basket_payments.basket
     WHERE payment = ? AND state = 'LIVE' LIMIT 1`,
    payment,
  );
  return row && read(row);
}

function read(row: Row): Basket {
  const psu = optionalText(row, 'psu');
  return {
    sequence: integer(row, 'sequence'),
    basketId: text(row, 'id'),
    tpp: text(row, 'tpp'),
    ...(psu === undefined ? {} : { psu }),
    state: text(row, 'state') as Basket['state'],
  };
}
