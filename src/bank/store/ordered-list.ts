import type { Op, Row, SqlValue } from '../../store/contract.ts';
import { findNumber, findRow, listRows } from '../../store/table.ts';

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
export const BY_HAND = { booked: 0n, pending: 1n } as const;

/** The bounds of dates: all dates have the same length, so these texts sort before and after all of them. */
export const BEFORE_ALL_DATES = '';
export const AFTER_ALL_DATES = '~';

/** Returns the sort key of a payment's row, which needs no id. */
export function placeOfPayment(order: bigint, date: string): Place {
  return { order, date, id: '', sequence: -1n };
}

/** Returns the key before the first row of a descending list that starts at a date. */
export function startAt(date: string): Place {
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
export interface Arm {
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
  readonly arms: (place: Place, direction: Direction, columns: Columns) => readonly Arm[];
  /** The ORDER BY terms. */
  readonly order: Readonly<Record<Direction, string>>;
  readonly placeOf: (row: Row) => Place;
  readonly itemOf: (row: Row) => Item;
}

export type Direction = 'after' | 'before';
export type Columns = 'all' | 'place';

/**
 * Creates a list from its queries. An index reads each query only as far as needed, and the engine merges the ordered
 * results without a sort.
 * @see D7-page-place
 */
export function createOrderedList<Item>({
  start,
  arms,
  order,
  placeOf,
  itemOf,
}: Parts<Item>): OrderedList<Item> {
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
