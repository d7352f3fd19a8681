import type { Op, Row, SqlValue } from '../../store/contract.ts';
import { findNumber, findRow, listRows } from '../../store/table.ts';

/**
 * Where a row stands in a list of transactions, by what it is ordered by. Of booked ones the date comes first, of pending
 * ones `order`; both from the latest to the earliest. Rows made by hand come after those of payments, by id.
 * @see D8-one-list, D7-pending
 */
export interface Place {
  /** Sequence of the payment; of a pending one, of its approval. Of one by hand `BY_HAND`. */
  readonly order: bigint;
  readonly date: string;
  readonly id: string;
  /** Tells apart rows of a card that have one id, or none. */
  readonly sequence: bigint;
}

/** Lower than that of any payment, and any approval, which comes after its payment. */
export const BY_HAND = { booked: 0n, pending: 1n } as const;

/** Dates are texts of one length, and these are before and after all of them. */
export const BEFORE_ALL_DATES = '';
export const AFTER_ALL_DATES = '~';

/** Where a payment's row stands: it needs no id. */
export function placeOfPayment(order: bigint, date: string): Place {
  return { order, date, id: '', sequence: -1n };
}

/** Before the first row of a list that goes back from a date. */
export function startAt(date: string): Place {
  return placeOfPayment(2n ** 62n, date);
}

/** Where a page of a list starts. */
export interface Position {
  /** How many rows of the list are before it. */
  readonly count: number;
  /** The last row before it; absent at the list's start. */
  readonly place?: Place;
}

/** One of the queries whose rows make a list: an index gives them in the list's order. */
export interface Arm {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A list that is read from any place on, both ways, by its indexes. */
export interface OrderedList<Item> {
  /** Before its first row. */
  readonly start: Place;
  /** The rows after a position. */
  readonly rows: (
    after: Place,
    some: { readonly take: number; readonly skip?: number },
  ) => Op<{ readonly place: Place; readonly item: Item }[]>;
  /** The row that comes so many after a place, from 1; undefined beyond the end. */
  readonly placeAfter: (after: Place, nth: number) => Op<Place | undefined>;
  /** The row that comes so many before a place, from 1. */
  readonly placeBefore: (before: Place, nth: number) => Op<Place | undefined>;
  /** How many come after a place, up to a most. */
  readonly countAfter: (after: Place, most: number) => Op<number>;
}

/** The parts of a list. */
interface Parts<Item> {
  readonly start: Place;
  /** The queries whose rows come after, or before, a place: whole rows, or what they are ordered by alone. */
  readonly arms: (place: Place, direction: Direction, columns: Columns) => readonly Arm[];
  /** Terms of ORDER BY. */
  readonly order: Readonly<Record<Direction, string>>;
  readonly placeOf: (row: Row) => Place;
  readonly itemOf: (row: Row) => Item;
}

export type Direction = 'after' | 'before';
export type Columns = 'all' | 'place';

/**
 * Each of the queries is read as far as it is needed, by its index, so that nothing is sorted: the engine merges what
 * comes in order.
 * @see D7-page-place
 */
export function orderedList<Item>({ start, arms, order, placeOf, itemOf }: Parts<Item>): OrderedList<Item> {
  const union = (all: readonly Arm[]) => all.map(({ sql }) => sql).join(' UNION ALL ');
  const valuesOf = (all: readonly Arm[]) => all.flatMap(({ values }) => values);
  function* nthPlace(from: Place, direction: Direction, nth: number): Op<Place | undefined> {
    const all = arms(from, direction, 'place');
    const sql = `${union(all)} ORDER BY ${order[direction]} LIMIT 1 OFFSET ?`;
    return yield* findRow(placeOf, sql, ...valuesOf(all), nth - 1);
  }
  return {
    start,
    rows(after, { take, skip = 0 }) {
      const all = arms(after, 'after', 'all');
      const sql = `${union(all)} ORDER BY ${order.after} LIMIT ? OFFSET ?`;
      const read = (row: Row) => ({ place: placeOf(row), item: itemOf(row) });
      return listRows(read, sql, ...valuesOf(all), take, skip);
    },
    placeAfter: (after, nth) => nthPlace(after, 'after', nth),
    placeBefore: (before, nth) => nthPlace(before, 'before', nth),
    *countAfter(after, most) {
      const all = arms(after, 'after', 'place');
      const sql = `SELECT COUNT(*) AS n FROM (${union(all)} LIMIT ?)`;
      return (yield* findNumber(sql, ...valuesOf(all), most)) ?? 0;
    },
  };
}
