import { type Op, optionalText, type Row, type SqlValue, text } from '../../../store/contract.ts';
import { findNumber, findRow, findText, listRows } from '../../../store/table.ts';
import type { Payment } from '../../domain/payment.ts';
import type { CardTransaction } from '../../domain/transactions.ts';
import { PENDING } from '../schema.ts';
import { readCardTransaction } from './accounts.ts';
import { PAYMENT_COLUMNS, readPayment } from './payments.ts';
import { DEBTOR_NAME, READ_TRANSACTIONS, readTransaction, type StoredTransaction } from './transactions.ts';

/** A list of transactions that is read a page at a time, the newest first. @see D7-page-links */
export interface TransactionList<Item> {
  rows(limit: number, offset: number): Op<Item[]>;
  /** Counts the entries behind an offset, up to a limit. */
  count(limit: number, offset: number): Op<number>;
}

interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * Makes a list of the rows of several queries. Each gives its rows in the list's order by an index, so that SQLite
 * merges them without a sort.
 */
function makeList<Item>(
  queries: readonly Query[],
  order: string,
  read: (row: Row) => Item,
): TransactionList<Item> {
  const all = queries.map(({ sql }) => sql).join(' UNION ALL ');
  const values = queries.flatMap((query) => query.values);
  return {
    rows: (limit, offset) =>
      listRows(read, `${all} ORDER BY ${order} LIMIT ? OFFSET ?`, ...values, limit, offset),
    *count(limit, offset) {
      const sql = `SELECT COUNT(*) AS n FROM (${all} LIMIT ? OFFSET ?)`;
      return (yield* findNumber(sql, ...values, limit, offset)) ?? 0;
    },
  };
}

/** Selects the entries of a list of an account or card account. */
export interface Wanted {
  readonly account: string;
  /** First and last date: of booking; of execution, or of the purchase, where they are pending. */
  readonly fromDate: string;
  readonly toDate: string;
  /** Only what was there at this number of the world's one sequence; absent: what is there now. @see D7-page-world */
  readonly upTo?: bigint;
}

/** Those of payments come before those by hand of the day, which have 0 as `place_order`. */
const BOOKED_ORDER = 'place_date DESC, place_order DESC, place_id, place_sequence';

/** By approval; those by hand have 1 as `place_order`, which is lower than any approval. */
const PENDING_ORDER = 'place_order DESC, place_date DESC, place_id, place_sequence';

/**
 * Lists an account's booked transactions: by date of booking; in one day those of payments, the latest payment first,
 * then those by hand, by id.
 * @see D8-one-list
 */
export function bookedList(wanted: Wanted): TransactionList<StoredTransaction> {
  return makeList([selectBooked(wanted)], BOOKED_ORDER, readTransaction);
}

function selectBooked(wanted: Wanted): Query {
  const { account, fromDate, toDate } = wanted;
  const sql = `${READ_TRANSACTIONS} WHERE transactions.account = ? AND booking_date >= ? AND booking_date <= ?`;
  return limitTo(wanted, 'booking', { sql, values: [account, fromDate, toDate] });
}

/** What was paid from a card, or a card transaction that was made by hand. */
export type OfCard<Paid> = { readonly paid: Paid } | { readonly given: CardTransaction };

/** Lists a card's booked transactions in the same order: what was paid from it, and those by hand. @see D7-card-list */
export function bookedCardList(wanted: Wanted): TransactionList<OfCard<StoredTransaction>> {
  const given = selectGiven(wanted, 0, GIVEN_BOOKED);
  return makeList([selectBooked(wanted), given], BOOKED_ORDER, (row) => readOfCard(row, readTransaction));
}

/** Only what was made by hand has details. */
function readOfCard<Paid>(row: Row, readPaid: (row: Row) => Paid): OfCard<Paid> {
  return row.details === null ? { paid: readPaid(row) } : { given: readCardTransaction(row, 'place_id') };
}

/** The rest of the columns of a transaction's row, for one by hand. */
const GIVEN_BOOKED = `NULL AS value_date, NULL AS currency, NULL AS amount_minor, details,
  NULL AS service, NULL AS product, NULL AS initiation, NULL AS is_debtor, NULL AS debtor_name`;

/** Selects card transactions by hand; pending ones without a date are last, whatever the dates. */
function selectGiven(wanted: Wanted, isPending: 0 | 1, columns: string): Query {
  const { account, fromDate, toDate } = wanted;
  const isWithin = isPending === 1 ? `(listed_date >= ? OR listed_date = '')` : 'listed_date >= ?';
  const sql = `SELECT listed_date AS place_date, is_pending AS place_order, id AS place_id,
      sequence AS place_sequence, ${columns}
    FROM card_transactions WHERE card_account = ? AND is_pending = ${isPending}
      AND listed_date <= ? AND ${isWithin}`;
  return limitTo(wanted, 'sequence', { sql, values: [account, toDate, fromDate] });
}

function limitTo({ upTo }: Wanted, column: string, { sql, values }: Query): Query {
  return upTo === undefined
    ? { sql, values }
    : { sql: `${sql} AND ${column} <= ?`, values: [...values, upTo] };
}

/** Finds the first date of booking that an account or card has. */
export function oldestBooked(account: string): Op<string | undefined> {
  return findText(
    `SELECT MIN(date) AS date FROM (SELECT MIN(booking_date) AS date FROM transactions WHERE account = ?
       UNION ALL SELECT MIN(listed_date) FROM card_transactions WHERE card_account = ? AND is_pending = 0)`,
    account,
    account,
  );
}

/** Finds the first date of purchase of a card's pending transactions by hand that have one. */
export function oldestPurchase(card: string): Op<string | undefined> {
  return findText(
    `SELECT MIN(listed_date) AS date FROM card_transactions WHERE card_account = ? AND is_pending = 1 AND listed_date > ''`,
    card,
  );
}

/** Names an account, or a card, which nobody pays to. */
export interface PendingOn {
  readonly account: string;
  /** What payments to it name: its bban. */
  readonly number?: string;
}

/** A payment on its way. */
export interface PendingPayment {
  readonly payment: Payment;
  readonly side: 'debtor' | 'creditor';
  readonly debtorName: string;
}

/**
 * Lists the approved and not booked payments from an account and to it, the one approved last first. A standing order
 * is none.
 * @see D7-pending
 */
export function pendingList(wanted: Wanted & PendingOn): TransactionList<PendingPayment> {
  const sides = (['debtor', 'creditor'] as const).flatMap((side) => selectPayments(wanted, side, says(side)));
  return makeList(sides, PENDING_ORDER, readPending);
}

/** Lists a card's pending transactions: what is to be paid from it, then those by hand. @see D7-card-list */
export function pendingCardList(wanted: Wanted): TransactionList<OfCard<PendingPayment>> {
  const paid = selectPayments(wanted, 'debtor', `${says('debtor')}, NULL AS details`);
  const given = selectGiven(wanted, 1, GIVEN_PENDING);
  return makeList([...paid, given], PENDING_ORDER, (row) => readOfCard(row, readPending));
}

/** Whole rows of one side. */
function says(side: PendingPayment['side']): string {
  return `${PAYMENT_COLUMNS}, '${side}' AS side, ${DEBTOR_NAME}`;
}

/** The rest of the columns of a pending payment's row, for a card transaction by hand. */
const GIVEN_PENDING = `${'NULL, '.repeat(PAYMENT_COLUMNS.split(',').length + 2)}details`;

const ACCOUNT_OF = { debtor: 'debtor_account', creditor: 'creditor_account' } as const;
const NO_STANDING_ORDER = `service <> 'periodic-payments'`;

/** Selects those that are pending; with them those that were, of a list of before. */
function selectPayments(
  { account, number, fromDate, toDate, upTo }: Wanted & PendingOn,
  side: PendingPayment['side'],
  columns: string,
): Query[] {
  const subject = side === 'debtor' ? account : number;
  if (subject === undefined) return [];
  const from = `SELECT effective_date AS place_date, approval AS place_order, ${ACCOUNT_OF[side]} AS place_id,
      sequence AS place_sequence, ${columns}
    FROM payments WHERE ${ACCOUNT_OF[side]} = ? AND ${NO_STANDING_ORDER}`;
  if (upTo === undefined) {
    const sql = `${from} AND ${PENDING} AND effective_date >= ? AND effective_date <= ?`;
    return [{ sql, values: [subject, fromDate, toDate] }];
  }
  const day = 'CASE WHEN day_moved > ? THEN day_before ELSE effective_date END';
  const then = `AND approval <= ? AND ${day} >= ? AND ${day} <= ?`;
  const values: SqlValue[] = [upTo, upTo, fromDate, upTo, toDate];
  return [
    { sql: `${from} AND ${PENDING} ${then}`, values: [subject, ...values] },
    { sql: `${from} AND ended > ? AND ended IS NOT NULL ${then}`, values: [subject, upTo, ...values] },
  ];
}

/** Finds the first date of execution of what is pending on an account. */
export function oldestExecution(account: string, number?: string): Op<string | undefined> {
  const oldest = 'SELECT MIN(effective_date) AS date FROM payments WHERE';
  return findText(
    `SELECT MIN(date) AS date FROM (${oldest} debtor_account = ? AND ${PENDING}
       UNION ALL ${oldest} creditor_account = ? AND ${PENDING})`,
    account,
    number ?? null,
  );
}

/** Finds a side of a payment that is pending on an account. */
export function findPendingPayment(
  { sequence, side }: { readonly sequence: bigint; readonly side: PendingPayment['side'] },
  { account, number }: PendingOn,
): Op<PendingPayment | undefined> {
  return findRow(
    readPending,
    `SELECT ${says(side)} FROM payments
     WHERE sequence = ? AND ${ACCOUNT_OF[side]} = ? AND ${PENDING} AND ${NO_STANDING_ORDER}`,
    sequence,
    side === 'debtor' ? account : (number ?? null),
  );
}

function readPending(row: Row): PendingPayment {
  return {
    payment: readPayment(row),
    side: text(row, 'side') as PendingPayment['side'],
    debtorName: optionalText(row, 'debtor_name') ?? '',
  };
}
