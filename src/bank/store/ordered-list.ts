import type { Op, Row } from '../../store/contract.ts';
import type { Place } from './list-place.ts';
import { type Arm, countRows, mergedRows } from './merged-rows.ts';

/** A list that is read from any place on, both ways, by its indexes. */
export interface OrderedList<Item> {
  /** Before its first row. */
  readonly start: Place;
  /** What comes after a place. */
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

/** What a list is made of. */
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

/** @see D7-page-place */
export function orderedList<Item>({ start, arms, order, placeOf, itemOf }: Parts<Item>): OrderedList<Item> {
  function* nthPlace(from: Place, direction: Direction, nth: number): Op<Place | undefined> {
    const [row] = yield* mergedRows(arms(from, direction, 'place'), order[direction], {
      take: 1,
      skip: nth - 1,
    });
    return row && placeOf(row);
  }
  return {
    start,
    *rows(after, some) {
      const rows = yield* mergedRows(arms(after, 'after', 'all'), order.after, some);
      return rows.map((row) => ({ place: placeOf(row), item: itemOf(row) }));
    },
    placeAfter: (after, nth) => nthPlace(after, 'after', nth),
    placeBefore: (before, nth) => nthPlace(before, 'before', nth),
    countAfter: (after, most) => countRows(arms(after, 'after', 'place'), most),
  };
}
