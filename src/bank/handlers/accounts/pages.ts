import type { Op } from '../../../store/contract.ts';
import type { OrderedList, Position } from '../../store/ordered-list.ts';

/** Turning the pages of a list, whose places an index finds: nothing is counted or read but what is near. */

/** A page that was read. */
export interface Page<Item> {
  readonly list: OrderedList<Item>;
  readonly start: Position;
  readonly items: readonly Item[];
  /** Where the next page starts; undefined when there is none. */
  readonly next?: Position;
}

/** Before everything. */
export const AT_START: Position = { count: 0 };

export function* readPage<Item>(list: OrderedList<Item>, start: Position, limit: number): Op<Page<Item>> {
  const rows = yield* list.rows(start.place ?? list.start, { take: limit + 1 });
  const items = rows.slice(0, limit).map(({ item }) => item);
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return { list, start, items };
  return { list, start, items, next: { count: start.count + limit, place: last.place } };
}

/** So many further on, or at the list's end. */
export function* positionAfter<Item>(list: OrderedList<Item>, from: Position, n: number): Op<Position> {
  if (n === 0) return from;
  const after = from.place ?? list.start;
  const place = yield* list.placeAfter(after, n);
  if (place) return { count: from.count + n, place };
  const left = yield* list.countAfter(after, n);
  const last = left === 0 ? undefined : yield* list.placeAfter(after, left);
  return last ? { count: from.count + left, place: last } : from;
}

/** Where the page that begins with so many before it starts, when that is before this one. */
export function* positionBack<Item>(list: OrderedList<Item>, from: Position, count: number): Op<Position> {
  if (from.count <= count || !from.place) return from;
  if (count === 0) return { count };
  const place = yield* list.placeBefore(from.place, from.count - count);
  return place ? { count, place } : { count: 0 };
}

/** Whether there is anything after so many further on. */
export function* goesBeyond<Item>(list: OrderedList<Item>, from: Position, n: number): Op<boolean> {
  return (yield* list.placeAfter(from.place ?? list.start, n + 1)) !== undefined;
}
