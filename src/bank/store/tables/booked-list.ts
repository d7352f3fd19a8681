import { type Op, type Row, run, type SqlValue } from '../../../store/contract.ts';
import { integer, json, optionalText, text } from '../../../store/row.ts';
import type { CardTransaction, CardTransactionDetails } from '../../domain/card-transactions.ts';
import { BEFORE_ALL_DATES, BY_HAND, type Place, placeOfPayment, startAt } from '../list-place.ts';
import type { Arm } from '../merged-rows.ts';
import { type Columns, type Direction, type OrderedList, orderedList } from '../ordered-list.ts';
import { READ_TRANSACTIONS, readTransaction, type StoredTransaction } from './transactions.ts';

/** Which of an account's or card's entries a list has. */
export interface Booked {
  readonly account: string;
  /** First and last date of booking. */
  readonly fromDate: string;
  readonly toDate: string;
  /** Nothing that came later: a number of the world's one sequence. @see D7-page-world */
  readonly upTo?: bigint;
}

/**
 * An account's booked transactions, newest first: by date of booking; in one day those of payments, the latest payment
 * first, then those by hand, by id.
 * @see D8-one-list
 */
export function bookedList(wanted: Booked): OrderedList<StoredTransaction> {
  return orderedList({
    start: startAt(wanted.toDate),
    order: ORDER,
    arms: (place, direction, columns) => [
      ofOtherPayments(wanted, place, direction, columns),
      ...(place.order === BY_HAND.booked ? [byHandOfTheDay(wanted, place, direction, columns)] : []),
    ],
    placeOf: (row) => placeOf(row, BY_HAND.booked),
    itemOf: readTransaction,
  });
}

/** What was paid from a card, or a card transaction that was made by hand. */
export type OfCard<Paid> = { readonly paid: Paid } | { readonly given: CardTransaction };

/** A card's booked transactions in the same order: what was paid from it, and those by hand. @see D7-card-list */
export function bookedCardList(wanted: Booked): OrderedList<OfCard<StoredTransaction>> {
  const given = { card: wanted.account, isPending: false, ...wanted };
  return orderedList({
    start: startAt(wanted.toDate),
    order: ORDER,
    arms: (place, direction, columns) => [
      ofOtherPayments(wanted, place, direction, columns),
      ...givenToCard(given, place, direction, columns === 'all' ? GIVEN_BOOKED : ''),
    ],
    placeOf: (row) => placeOf(row, BY_HAND.booked),
    itemOf: (row) =>
      integer(row, 'place_order') === BY_HAND.booked
        ? { given: readGiven(row) }
        : { paid: readTransaction(row) },
  });
}

const ORDER = {
  after: 'place_date DESC, place_order DESC, place_id, place_sequence',
  before: 'place_date, place_order, place_id DESC, place_sequence DESC',
} as const;

/** The rest of the columns of a transaction's row, for one by hand. */
const GIVEN_BOOKED = `, NULL AS value_date, NULL AS currency, NULL AS amount_minor, details,
  NULL AS service, NULL AS product, NULL AS initiation, NULL AS is_debtor, NULL AS debtor_name`;

/** All but those by hand of the place's day. */
function ofOtherPayments(
  wanted: Booked,
  { date, order }: Place,
  direction: Direction,
  columns: Columns,
): Arm {
  const isAfter = direction === 'after';
  return upTo(wanted, 'booking', {
    sql: `${READ_TRANSACTIONS[columns]} WHERE transactions.account = ?
      AND (booking_date, payment) ${isAfter ? '<' : '>'} (?, ?) AND booking_date ${isAfter ? '>=' : '<='} ?`,
    values: [wanted.account, date, order, isAfter ? wanted.fromDate : wanted.toDate],
  });
}

/** Those by hand of the place's day, at which one by hand stands. */
function byHandOfTheDay(wanted: Booked, place: Place, direction: Direction, columns: Columns): Arm {
  return upTo(wanted, 'booking', {
    sql: `${READ_TRANSACTIONS[columns]} WHERE transactions.account = ? AND booking_date = ? AND payment = ?
      AND transactions.id ${direction === 'after' ? '>' : '<'} ?`,
    values: [wanted.account, place.date, place.order, place.id],
  });
}

/** The first date of booking that an account or card has. */
export function* oldestBooked(account: string): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT MIN(date) AS date FROM (SELECT MIN(booking_date) AS date FROM transactions WHERE account = ?
       UNION ALL SELECT MIN(listed_date) FROM card_transactions WHERE card_account = ? AND is_pending = 0)`,
    account,
    account,
  );
  return row && optionalText(row, 'date');
}

/** The first date of purchase of a card's pending transactions by hand that have one. */
export function* oldestPurchase(card: string): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT MIN(listed_date) AS date FROM card_transactions WHERE card_account = ? AND is_pending = 1 AND listed_date > ''`,
    card,
  );
  return row && optionalText(row, 'date');
}

export interface Given {
  readonly card: string;
  readonly isPending: boolean;
  /** First and last date of booking, of pending ones of the purchase. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly upTo?: bigint;
}

/** Card transactions by hand: of the place's day, of the others, and those that have none, which are last. */
export function givenToCard(wanted: Given, place: Place, direction: Direction, more: string): Arm[] {
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

function upTo({ upTo: last }: { readonly upTo?: bigint }, column: string, { sql, values }: Arm): Arm {
  return last === undefined
    ? { sql, values }
    : { sql: `${sql} AND ${column} <= ?`, values: [...values, last] };
}

/** @param byHand what stands for the order of rows made by hand */
export function placeOf(row: Row, byHand: bigint): Place {
  const [order, date] = [integer(row, 'place_order'), text(row, 'place_date')];
  if (order !== byHand) return placeOfPayment(order, date);
  return { order, date, id: text(row, 'place_id'), sequence: integer(row, 'place_sequence') };
}

export function readGiven(row: Row): CardTransaction {
  return {
    cardTransactionId: text(row, 'place_id'),
    ...(json(row, 'details') as CardTransactionDetails),
  };
}
