import { type Op, readInteger, run } from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  insertRows,
  listRows,
  Table,
} from '../../../store/table.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import type { Approval, Basket, Bulk, Payment, RejectionReason } from '../../domain/payment.ts';
import type { Initiation } from '../../domain/product-rules.ts';
import { PENDING, UNFINISHED } from '../schema.ts';
import type { DeletableAccount } from './accounts.ts';
import { CURRENCY } from './ledger.ts';

const CHANGING = {
  psu: createOptionalColumns(column.text('psu')),
  status: column.text<TransactionStatus>('status'),
  fundsAvailable: createOptionalColumns(column.flag('funds_available')),
  effectiveDate: column.text('effective_date'),
  dateMoved: column.flag('date_moved'),
  duplicateKey: column.bigint('duplicate_key'),
  approval: createOptionalColumns(
    createObjectColumns<Approval>({
      sequence: column.bigint('approval'),
      at: column.number('approved_at_ms'),
    }),
  ),
  lapsesAt: createOptionalColumns(column.number('lapses_at_ms')),
  heldAtApproval: column.flag('held_at_approval'),
  settlesLate: column.flag('settles_late'),
  debtorAccount: createOptionalColumns(column.text('debtor_account')),
  rejection: createOptionalColumns(column.text<RejectionReason>('rejection')),
  heldUntil: createOptionalColumns(column.text('held_until')),
  ended: createOptionalColumns(column.bigint('ended')),
  dayBefore: createOptionalColumns(
    createObjectColumns<NonNullable<Payment['dayBefore']>>({
      date: column.text('day_before'),
      until: column.bigint('day_moved'),
    }),
  ),
};

const PAYMENTS = new Table<Payment>('payments', {
  sequence: column.bigint('sequence'),
  paymentId: column.text('id'),
  tpp: column.text('tpp'),
  service: column.text('service'),
  product: column.text('product'),
  initiation: column.json<Initiation>('initiation'),
  creditorAccount: column.text('creditor_account'),
  amountMinor: column.bigint('amount_minor'),
  currency: CURRENCY,
  createdAt: column.number('created_at_ms'),
  rejectsNoFunds: column.flag('rejects_no_funds'),
  bulk: createOptionalColumns(column.bigint('bulk')),
  unfundedBy: createOptionalColumns(column.number('unfunded_by')),
  ...CHANGING,
});

export const PAYMENT_COLUMNS = PAYMENTS.columns.names.join(', ');
export const { read: readPayment } = PAYMENTS.columns;

export function insertPayments(payments: readonly Payment[]): Op<void> {
  return PAYMENTS.insert(...payments);
}

const CHANGES = createObjectColumns<Pick<Payment, keyof typeof CHANGING>>(CHANGING);
const UPDATE = `UPDATE payments SET ${CHANGES.names.join(' = ?, ')} = ?, run_day = ? WHERE sequence = ?`;

/**
 * Updates the mutable columns of a payment.
 * @param runDay the first day on which runs process it, if any
 */
export function* updatePayment(payment: Payment, runDay: string | undefined): Op<void> {
  yield* run(UPDATE, ...CHANGES.write(payment), runDay ?? null, payment.sequence);
}

/** The cause of a transition: an operation, or a part of the due work. @see D4-cause */
export interface StepCause {
  readonly cause?: string | undefined;
  /** The X-Request-ID of the request. */
  readonly requestId?: string | undefined;
}

/** One status transition of a payment in the journal of transitions. */
export interface Step extends StepCause {
  /** The sequence of the payment. */
  readonly payment: bigint;
  /** The index in the world's global sequence of events. */
  readonly place: bigint;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly at: number;
}

/** Inserts the transitions of payments. */
export function* insertTransitions(steps: readonly Step[]): Op<void> {
  yield* insertRows(
    'INSERT INTO transitions (payment, place, from_status, to_status, at_ms, cause, request_id)',
    steps.map(({ payment, place, from, to, at, cause = null, requestId = null }) => {
      return [payment, place, from, to, at, cause, requestId];
    }),
  );
}

/**
 * Finds a payment.
 * @param sequence the number in its id (`parseSequence`)
 */
export function findPayment(sequence: bigint): Op<Payment | undefined> {
  return PAYMENTS.find('WHERE sequence = ?', sequence);
}

/** Lists those of the keys that a live payment has. @see D4-allow-logical-duplicate */
export function* listDuplicates(duplicateKeys: readonly bigint[]): Op<ReadonlySet<bigint>> {
  const live = `SELECT 1 FROM payments WHERE duplicate_key = wanted AND status NOT IN ('RJCT', 'CANC')`;
  const sql = `SELECT wanted FROM (SELECT CAST(value AS INTEGER) AS wanted FROM json_each(?)) AS keys
    WHERE EXISTS (${live})`;
  const keys = JSON.stringify(duplicateKeys.map(String));
  return new Set(yield* listRows((row) => readInteger(row, 'wanted'), sql, keys));
}

/** Lists the payments of a bulk in the order of its body. */
export function listPaymentsOfBulk(bulk: bigint): Op<Payment[]> {
  return PAYMENTS.list('WHERE bulk = ? AND bulk IS NOT NULL ORDER BY sequence', bulk);
}

/** Lists payments after a sequence in the order of creation. */
export function listPaymentsAfter(sequence: bigint, limit: number): Op<Payment[]> {
  return PAYMENTS.list('WHERE sequence > ? ORDER BY sequence LIMIT ?', sequence, limit);
}

/** The payments of a day that a run still has to process. */
interface DueTerms {
  /** The index of the last processed payment in the order of approvals. */
  readonly after: bigint;
  readonly approvedBefore: number;
  readonly limit: number;
}

/** Lists the payments that runs process from a day on, in the order of approval. */
export function listPaymentsOfRunDay(day: string, { after, approvedBefore, limit }: DueTerms): Op<Payment[]> {
  const due = 'WHERE run_day = ? AND approval > ? AND approved_at_ms < ? ORDER BY approval LIMIT ?';
  return PAYMENTS.list(due, day, after, approvedBefore, limit);
}

/** Lists the approved and unbooked payments to an account number. */
export function listPendingTo(creditorAccount: string): Op<Payment[]> {
  return PAYMENTS.list(`WHERE creditor_account = ? AND ${PENDING} ORDER BY sequence`, creditorAccount);
}

/** The condition for the debtor in a body: a Norwegian IBAN contains its bban after four characters. */
const NAMED = {
  ACCOUNT: `COALESCE(initiation ->> '$.debtorAccount.bban', SUBSTR(initiation ->> '$.debtorAccount.iban', 5))`,
  CARD: `initiation ->> '$.debtorAccount.other.identification'`,
} as const;

/** Lists the unfinished payments from an account or card account in the order of creation. @see D8-deleting */
export function listLiveFrom({ kind, id, name }: DeletableAccount): Op<Payment[]> {
  const which = `WHERE debtor_account = ? AND ${UNFINISHED}
    UNION ALL ${PAYMENTS.select} WHERE debtor_account IS NULL AND ${UNFINISHED} AND ${NAMED[kind]} = ?
    ORDER BY sequence`;
  return PAYMENTS.list(which, id, name);
}

/** Lists unapproved payments whose execution day is over. @see D4-creation */
export function listLapsed(bankNow: number, limit: number): Op<Payment[]> {
  const due = 'WHERE lapses_at_ms IS NOT NULL AND lapses_at_ms <= ? ORDER BY lapses_at_ms LIMIT ?';
  return PAYMENTS.list(due, bankNow, limit);
}

const BULKS = new Table<Bulk>('bulks', {
  sequence: column.bigint('sequence'),
  paymentId: column.text('id'),
  initiation: column.json<object>('initiation'),
});

/** Inserts a bulk; its payments have their own rows. */
export function insertBulk(bulk: Bulk): Op<void> {
  return BULKS.insert(bulk);
}

export function listBulks(): Op<Bulk[]> {
  return BULKS.list('ORDER BY sequence');
}

/**
 * Finds a bulk.
 * @param sequence the number in its paymentId (`parseSequence`)
 */
export function findBulk(sequence: bigint): Op<Bulk | undefined> {
  return BULKS.find('WHERE sequence = ?', sequence);
}

const BASKETS = new Table<Basket>('baskets', {
  sequence: column.bigint('sequence'),
  basketId: column.text('id'),
  tpp: column.text('tpp'),
  psu: createOptionalColumns(column.text('psu')),
  state: column.text<Basket['state']>('state'),
});

/** Inserts a basket and its payments in the given order. */
export function* insertBasket(basket: Basket, payments: readonly bigint[]): Op<void> {
  yield* BASKETS.insert(basket);
  yield* insertRows(
    'INSERT INTO basket_payments (basket, place, payment)',
    payments.map((payment, place) => [basket.sequence, place, payment]),
  );
}

/** Updates the mutable columns of a basket. */
export function* updateBasket({ sequence, psu, state }: Basket): Op<void> {
  yield* run('UPDATE baskets SET psu = ?, state = ? WHERE sequence = ?', psu ?? null, state, sequence);
}

/**
 * Finds a basket.
 * @param sequence the number in its basketId (`parseSequence`)
 */
export function findBasket(sequence: bigint): Op<Basket | undefined> {
  return BASKETS.find('WHERE sequence = ?', sequence);
}

export function listBaskets(): Op<Basket[]> {
  return BASKETS.list('ORDER BY sequence');
}

/** Lists the payments of a basket in the order of the request. */
export function listPaymentsOfBasket(basket: bigint): Op<Payment[]> {
  const members = 'JOIN basket_payments ON basket_payments.payment = payments.sequence';
  return PAYMENTS.list(`${members} WHERE basket = ? ORDER BY place`, basket);
}

/** Lists the sequences of a basket's payments in their order. */
export function listBasketPayments(basket: bigint): Op<bigint[]> {
  const sql = 'SELECT payment FROM basket_payments WHERE basket = ? ORDER BY place';
  return listRows((row) => readInteger(row, 'payment'), sql, basket);
}

/** Returns true if a payment is in a live basket. */
export function* isInLiveBasket(payment: bigint): Op<boolean> {
  return (yield* findLiveBasket(payment)) !== undefined;
}

/** Finds the live basket that contains a payment; at most one exists. @see D5-one-live-basket */
export function findLiveBasket(payment: bigint): Op<Basket | undefined> {
  const joined = 'JOIN basket_payments ON baskets.sequence = basket_payments.basket';
  return BASKETS.find(`${joined} WHERE payment = ? AND state = 'LIVE' LIMIT 1`, payment);
}
