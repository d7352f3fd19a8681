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
