import {
  type Op,
  type Row,
  readInteger,
  readOptionalText,
  readText,
  type SqlValue,
} from '../../../store/contract.ts';
import { findNumber, findRow, findText, listRows } from '../../../store/table.ts';
import type { Payment } from '../../domain/payment.ts';
import type { CardTransaction } from '../../domain/transactions.ts';
import { PENDING } from '../schema.ts';
import { readCardTransaction } from './accounts.ts';
import { PAYMENT_COLUMNS, readPayment } from './payments.ts';
import { DEBTOR_NAME, READ_TRANSACTIONS, readTransaction, type StoredTransaction } from './transactions.ts';

/**
 * The sort key of a row in a list of transactions. Booked rows are ordered by date first, pending ones by `order`
 * first, both descending. Manual rows follow those of payments, ordered by id.
 * @see D8-one-list, D7-pending
 */
export interface Place {
  /** The sequence of the payment; for a pending row, of its approval; for a manual row, `BY_HAND`. */
  readonly order: bigint;
  readonly date: string;
  readonly id: string;
  /** Distinguishes rows of a card that have the same id, or none. */
  readonly sequence: bigint;
}

/** The `order` of manual rows, below that of any payment and any approval, which follows its payment. */
const BY_HAND = { booked: 0n, pending: 1n } as const;

/** The bounds of dates: all dates have the same length, so these texts sort before and after all of them. */
export const BEFORE_ALL_DATES = '';
export const AFTER_ALL_DATES = '~';

/** Returns the sort key of a payment's row, which needs no id. */
function placeOfPayment(order: bigint, date: string): Place {
  return { order, date, id: '', sequence: -1n };
}

/** Returns the key before the first row of a descending list that starts at a date. */
function startAt(date: string): Place {
  return placeOfPayment(2n ** 62n, date);
}

/** The start of a page of a list. */
export interface Position {
  /** The number of rows before it. */
  readonly count: number;
  /** The key of the last row before it; absent at the start of the list. */
  readonly place?: Place;
}

/** One of the queries that form a list; an index returns its rows in the order of the list. */
interface ListBranch {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A list that its indexes read from any position in both directions. */
export interface OrderedList<Item> {
  /** Reads the rows after a position. */
  rows(from: Position, take: number, skip?: number): Op<{ readonly place: Place; readonly item: Item }[]>;
  /** Finds the nth row after a position, from 1; undefined beyond the end. */
  placeAfter(from: Position, nth: number): Op<Place | undefined>;
  /** Finds the nth row before a position, from 1. */
  placeBefore(from: Position, nth: number): Op<Place | undefined>;
  /** Counts the rows after a position, at most `most`. */
  countAfter(from: Position, most: number): Op<number>;
}

/** The parts of a list. */
interface Parts<Item> {
  /** The key before the first row. */
  readonly start: Place;
  /** Returns the queries for the rows after or before a key: all columns, or only those of the key. */
  readonly arms: (place: Place, direction: Direction, columns: Columns) => readonly ListBranch[];
  /** The ORDER BY terms. */
  readonly order: Readonly<Record<Direction, string>>;
  readonly placeOf: (row: Row) => Place;
  readonly itemOf: (row: Row) => Item;
}

type Direction = 'after' | 'before';
type Columns = 'all' | 'place';

/**
 * Creates a list from its queries. An index reads each query only as far as needed, and the engine merges the ordered
 * results without a sort.
 * @see D7-page-place
 */
function createOrderedList<Item>({ start, arms, order, placeOf, itemOf }: Parts<Item>): OrderedList<Item> {
  const select = ({ place = start }: Position, direction: Direction, columns: Columns) => {
    const all = arms(place, direction, columns);
    const sql = all.map((arm) => arm.sql).join(' UNION ALL ');
    return {
      sql,
      ordered: `${sql} ORDER BY ${order[direction]} LIMIT ? OFFSET ?`,
      values: all.flatMap(({ values }) => values),
    };
  };
  const findPlace = (from: Position, direction: Direction, nth: number) => {
    const { ordered, values } = select(from, direction, 'place');
    return findRow(placeOf, ordered, ...values, 1, nth - 1);
  };
  return {
    rows(from, take, skip = 0) {
      const { ordered, values } = select(from, 'after', 'all');
      const read = (row: Row) => ({ place: placeOf(row), item: itemOf(row) });
      return listRows(read, ordered, ...values, take, skip);
    },
    placeAfter: (from, nth) => findPlace(from, 'after', nth),
    placeBefore: (from, nth) => findPlace(from, 'before', nth),
    *countAfter(from, most) {
      const { sql, values } = select(from, 'after', 'place');
      return (yield* findNumber(`SELECT COUNT(*) AS n FROM (${sql} LIMIT ?)`, ...values, most)) ?? 0;
    },
  };
}

/** The position before the first row. */
export const AT_START: Position = { count: 0 };

/** The filter of an account's or card's booked list. */
export interface BookedFilter {
  readonly account: string;
  /** The first and last booking date. */
  readonly fromDate: string;
  readonly toDate: string;
  /** The last index of the world's sequence to include; later entries are excluded. @see D7-page-world */
  readonly upTo?: bigint | undefined;
}

/**
 * Creates the list of an account's booked transactions, newest first: by booking date; within a day those of payments,
 * latest first, then the manual ones by id.
 * @see D8-one-list
 */
export function createBookedList(wanted: BookedFilter): OrderedList<StoredTransaction> {
  return createOrderedList({
    ...startOfBooked(wanted),
    arms: (place, direction, columns) => [
      ofOtherPayments(wanted, place, direction, columns),
      ...(place.order === BY_HAND.booked ? [byHandOfTheDay(wanted, place, direction, columns)] : []),
    ],
    itemOf: readTransaction,
  });
}

/** A payment from a card, or a manual card transaction. */
type CardEntry<Paid> = { readonly paid: Paid } | { readonly given: CardTransaction };

/**
 * Creates the list of a card's booked transactions in the same order: payments from it and manual ones.
 * @see D7-card-list
 */
export function createBookedCardList(wanted: BookedFilter): OrderedList<CardEntry<StoredTransaction>> {
  const given = { card: wanted.account, isPending: false, ...wanted };
  return createOrderedList({
    ...startOfBooked(wanted),
    arms: (place, direction, columns) => [
      ofOtherPayments(wanted, place, direction, columns),
      ...selectCardTransactions(given, place, direction, columns === 'all' ? GIVEN_BOOKED : ''),
    ],
    itemOf: (row) => readOfCard(row, BY_HAND.booked, readTransaction),
  });
}

function startOfBooked({ toDate }: BookedFilter) {
  return {
    start: startAt(toDate),
    order: BOOKED_ORDER,
    placeOf: (row: Row) => readPlace(row, BY_HAND.booked),
  };
}

/**
 * Reads a row of a card's list.
 * @param byHand the `order` of manual rows
 */
function readOfCard<Paid>(row: Row, byHand: bigint, readPaid: (row: Row) => Paid): CardEntry<Paid> {
  return readInteger(row, 'place_order') === byHand
    ? { given: readCardTransaction(row, 'place_id') }
    : { paid: readPaid(row) };
}

const BOOKED_ORDER = {
  after: 'place_date DESC, place_order DESC, place_id, place_sequence',
  before: 'place_date, place_order, place_id DESC, place_sequence DESC',
} as const;

/** The remaining columns of a manual row in a booked card list. */
const GIVEN_BOOKED = `, NULL AS value_date, NULL AS currency, NULL AS amount_minor, details,
  NULL AS service, NULL AS product, NULL AS initiation, NULL AS is_debtor, NULL AS debtor_name`;

/** Selects all rows after or before the key except the manual ones of its day. */
function ofOtherPayments(
  wanted: BookedFilter,
  { date, order }: Place,
  direction: Direction,
  columns: Columns,
): ListBranch {
  const isAfter = direction === 'after';
  return upTo(wanted, 'booking', {
    sql: `${READ_TRANSACTIONS[columns]} WHERE transactions.account = ?
      AND (booking_date, payment) ${isAfter ? '<' : '>'} (?, ?) AND booking_date ${isAfter ? '>=' : '<='} ?`,
    values: [wanted.account, date, order, isAfter ? wanted.fromDate : wanted.toDate],
  });
}

/** Selects the manual rows of the key's day. */
function byHandOfTheDay(
  wanted: BookedFilter,
  place: Place,
  direction: Direction,
  columns: Columns,
): ListBranch {
  return upTo(wanted, 'booking', {
    sql: `${READ_TRANSACTIONS[columns]} WHERE transactions.account = ? AND booking_date = ? AND payment = ?
      AND transactions.id ${direction === 'after' ? '>' : '<'} ?`,
    values: [wanted.account, place.date, place.order, place.id],
  });
}

/** Finds the earliest booking date of an account or card. */
export function findOldestBooked(account: string): Op<string | undefined> {
  const sql = `SELECT MIN(date) AS date FROM (SELECT MIN(booking_date) AS date FROM transactions WHERE account = ?
    UNION ALL SELECT MIN(listed_date) FROM card_transactions WHERE card_account = ? AND is_pending = 0)`;
  return findText(sql, account, account);
}

/** Finds the earliest purchase date of a card's pending manual transactions. */
export function findOldestPurchase(card: string): Op<string | undefined> {
  const which = `card_account = ? AND is_pending = 1 AND listed_date > ''`;
  return findText(`SELECT MIN(listed_date) AS date FROM card_transactions WHERE ${which}`, card);
}

interface CardFilter {
  readonly card: string;
  readonly isPending: boolean;
  /** The first and last booking date, or purchase date for pending ones. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly upTo?: bigint | undefined;
}

/** Selects manual card transactions: those of the key's day, those of other days, and last those without a date. */
function selectCardTransactions(
  wanted: CardFilter,
  place: Place,
  direction: Direction,
  more: string,
): ListBranch[] {
  const isAfter = direction === 'after';
  const from = `SELECT listed_date AS place_date, is_pending AS place_order, id AS place_id, sequence AS place_sequence${more}
    FROM card_transactions WHERE card_account = ? AND is_pending = ?`;
  const values: SqlValue[] = [wanted.card, Number(wanted.isPending)];
  return [
    upTo(wanted, 'sequence', {
      sql: `${from} AND listed_date = ? AND (id, sequence) ${isAfter ? '>' : '<'} (?, ?)`,
      values: [...values, place.date, place.id, place.sequence],
    }),
    upTo(wanted, 'sequence', {
      sql: `${from} AND listed_date ${isAfter ? '<' : '>'} ? AND listed_date ${isAfter ? '>=' : '<='} ?`,
      values: [...values, place.date, isAfter ? wanted.fromDate : wanted.toDate],
    }),
    ...(wanted.isPending && isAfter && place.date > BEFORE_ALL_DATES
      ? [upTo(wanted, 'sequence', { sql: `${from} AND listed_date = ''`, values })]
      : []),
  ];
}

function upTo(
  { upTo: last }: { readonly upTo?: bigint | undefined },
  column: string,
  { sql, values }: ListBranch,
): ListBranch {
  return last === undefined
    ? { sql, values }
    : { sql: `${sql} AND ${column} <= ?`, values: [...values, last] };
}

/**
 * Reads the sort key of a row.
 * @param byHand the `order` of manual rows
 */
function readPlace(row: Row, byHand: bigint): Place {
  const [order, date] = [readInteger(row, 'place_order'), readText(row, 'place_date')];
  if (order !== byHand) return placeOfPayment(order, date);
  return { order, date, id: readText(row, 'place_id'), sequence: readInteger(row, 'place_sequence') };
}

/** The filter of a pending list: of an account, or of a card, which receives no payments. */
export interface Pending {
  readonly account: string;
  /** The bban that payments to the account contain. */
  readonly number?: string;
  /** The first and last execution date, or purchase date for manual card transactions. */
  readonly fromDate: string;
  readonly toDate: string;
  /**
   * The index of the world's sequence whose pending payments are listed; if absent, the present ones.
   * @see D7-page-world
   */
  readonly upTo?: bigint | undefined;
}

/** A pending payment on one side. */
export interface PendingPayment {
  readonly payment: Payment;
  readonly side: 'debtor' | 'creditor';
  readonly debtorName: string;
}

/**
 * Creates the list of approved and unbooked payments from and to an account, latest approval first. Standing orders are
 * excluded.
 * @see D7-pending
 */
export function createPendingList(wanted: Pending): OrderedList<PendingPayment> {
  return createOrderedList({
    ...START_OF_PENDING,
    arms: (place, direction, columns) =>
      (['debtor', 'creditor'] as const).flatMap((side) =>
        payments(wanted, side, place, direction, columns === 'all' ? selectSide(side) : ''),
      ),
    itemOf: readPending,
  });
}

/** Creates the list of a card's pending transactions: payments from it, then manual ones. @see D7-card-list */
export function createPendingCardList(wanted: Pending): OrderedList<CardEntry<PendingPayment>> {
  const given = { ...wanted, card: wanted.account, isPending: true };
  return createOrderedList({
    ...START_OF_PENDING,
    arms: (place, direction, columns) => {
      const [paid, byHand] =
        columns === 'all' ? [`${selectSide('debtor')}, NULL AS details`, GIVEN_PENDING] : ['', ''];
      return [
        ...payments(wanted, 'debtor', place, direction, paid),
        ...selectCardTransactions(given, withinGiven(wanted, place), direction, byHand),
      ];
    },
    itemOf: (row) => readOfCard(row, BY_HAND.pending, readPending),
  });
}

/** Returns the key for the manual rows: their start if the key is that of a payment. */
function withinGiven({ toDate }: Pending, place: Place): Place {
  return place.order === BY_HAND.pending ? place : startAt(toDate);
}

const START_OF_PENDING = {
  start: startAt(AFTER_ALL_DATES),
  order: {
    after: 'place_order DESC, place_date DESC, place_id, place_sequence',
    before: 'place_order, place_date, place_id DESC, place_sequence DESC',
  },
  placeOf: (row: Row) => readPlace(row, BY_HAND.pending),
};

/** Returns the columns of a whole row of one side. */
function selectSide(side: PendingPayment['side']): string {
  return `, ${PAYMENT_COLUMNS}, '${side}' AS side, ${DEBTOR_NAME}`;
}

/** The remaining columns of a manual row in a pending card list. */
const GIVEN_PENDING = `${', NULL'.repeat(PAYMENT_COLUMNS.split(',').length + 2)}, details`;

const ACCOUNT_OF = { debtor: 'debtor_account', creditor: 'creditor_account' } as const;
const NO_STANDING_ORDER = `service <> 'periodic-payments'`;

/** Selects the pending payments of one side; with `upTo`, also those that were pending then. */
function payments(
  { account, number, fromDate, toDate, upTo }: Pending,
  side: PendingPayment['side'],
  place: Place,
  direction: Direction,
  more: string,
): ListBranch[] {
  const subject = side === 'debtor' ? account : number;
  if (subject === undefined) return [];
  const from = `SELECT effective_date AS place_date, approval AS place_order, ${ACCOUNT_OF[side]} AS place_id,
      sequence AS place_sequence${more}
    FROM payments WHERE ${ACCOUNT_OF[side]} = ?`;
  const which = `AND approval ${direction === 'after' ? '<' : '>'} ? AND ${NO_STANDING_ORDER}`;
  if (upTo === undefined) {
    const within = 'effective_date >= ? AND effective_date <= ?';
    const sql = `${from} AND ${PENDING} ${which} AND ${within}`;
    return [{ sql, values: [subject, place.order, fromDate, toDate] }];
  }
  const day = 'CASE WHEN day_moved > ? THEN day_before ELSE effective_date END';
  const then = `${which} AND approval <= ? AND ${day} >= ? AND ${day} <= ?`;
  const values: SqlValue[] = [place.order, upTo, upTo, fromDate, upTo, toDate];
  return [
    { sql: `${from} AND ${PENDING} ${then}`, values: [subject, ...values] },
    { sql: `${from} AND ended > ? AND ended IS NOT NULL ${then}`, values: [subject, upTo, ...values] },
  ];
}

/** Finds the earliest execution date of an account's pending payments. */
export function findOldestExecution(account: string, number?: string): Op<string | undefined> {
  const oldest = 'SELECT MIN(effective_date) AS date FROM payments WHERE';
  const sql = `SELECT MIN(date) AS date FROM (${oldest} debtor_account = ? AND ${PENDING}
    UNION ALL ${oldest} creditor_account = ? AND ${PENDING})`;
  return findText(sql, account, number ?? null);
}

/** Finds a payment that is pending on one side of an account. */
export function findPendingPayment(
  { sequence, side }: { readonly sequence: bigint; readonly side: PendingPayment['side'] },
  { account, number }: Pick<Pending, 'account' | 'number'>,
): Op<PendingPayment | undefined> {
  const sql = `SELECT '' AS place_id${selectSide(side)} FROM payments
    WHERE sequence = ? AND ${ACCOUNT_OF[side]} = ? AND ${PENDING} AND ${NO_STANDING_ORDER}`;
  return findRow(readPending, sql, sequence, side === 'debtor' ? account : (number ?? null));
}

function readPending(row: Row): PendingPayment {
  return {
    payment: readPayment(row),
    side: readText(row, 'side') as PendingPayment['side'],
    debtorName: readOptionalText(row, 'debtor_name') ?? '',
  };
}
