import { type Op, run } from '../../../store/contract.ts';
import { json, text } from '../../../store/row.ts';
import type { CardTransaction, CardTransactionDetails } from '../../domain/card-transactions.ts';
import { insertRows } from '../insert-rows.ts';

/** A page of a list. */
export interface Wanted {
  /** First and last date of booking. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly offset: number;
  readonly limit: number;
}

/** One row of a card account's list. */
export interface CardTransactionRow {
  /** Of the world's one sequence: the order of those that have no id. */
  readonly sequence: bigint;
  readonly given: CardTransaction;
}

export function* insertCardTransactions(cardAccount: string, rows: readonly CardTransactionRow[]): Op<void> {
  yield* insertRows(
    'INSERT INTO card_transactions (sequence, card_account, id, is_pending, listed_date, details)',
    rows.map(({ sequence, given: { cardTransactionId, ...details } }) => {
      const isPending = details.bookingDate === '';
      const date = isPending ? details.transactionDate : details.bookingDate;
      return [sequence, cardAccount, cardTransactionId, Number(isPending), date, JSON.stringify(details)];
    }),
  );
}

/** More gain nothing. */
const MOST_IDS = 100;

/** Those of a card account that have one of these ids. */
export function* findCardTransactions(
  cardAccount: string,
  ids: readonly string[],
): Op<ReadonlyMap<string, CardTransactionDetails>> {
  const found = new Map<string, CardTransactionDetails>();
  for (const some of inParts(ids)) {
    const rows = yield* run(
      `SELECT id, details FROM card_transactions WHERE ${withIds(some)}`,
      cardAccount,
      ...some,
    );
    for (const row of rows) {
      found.set(text(row, 'id'), json(row, 'details') as CardTransactionDetails);
    }
  }
  return found;
}

export function* deleteCardTransactions(cardAccount: string, ids: readonly string[]): Op<void> {
  for (const some of inParts(ids)) {
    yield* run(`DELETE FROM card_transactions WHERE ${withIds(some)}`, cardAccount, ...some);
  }
}

/**
 * Removes some of a card account's transactions.
 * @returns whether some may be left
 */
export function* removeCardTransactions(cardAccount: string, most: number): Op<boolean> {
  const removed = yield* run(
    `DELETE FROM card_transactions WHERE sequence IN
       (SELECT sequence FROM card_transactions WHERE card_account = ? LIMIT ?) RETURNING sequence`,
    cardAccount,
    most,
  );
  return removed.length === most;
}

function inParts(ids: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (let start = 0; start < ids.length; start += MOST_IDS) parts.push(ids.slice(start, start + MOST_IDS));
  return parts;
}

/** The last condition is that of the index by id. */
function withIds(ids: readonly string[]): string {
  return `card_account = ? AND id IN (${ids.map(() => '?').join(', ')}) AND id <> ''`;
}

/**
 * A card account's booked or pending transactions, newest first; in one day by id.
 * @param wanted dates are of the booking, of pending ones of the purchase; one without a date is before all of them
 * @see D8-card-transaction-list
 */
export function* listCardTransactions(
  cardAccount: string,
  isPending: boolean,
  wanted: Wanted,
): Op<CardTransaction[]> {
  const rows = yield* run(
    `SELECT id, details FROM card_transactions
     WHERE card_account = ? AND is_pending = ? AND listed_date >= ? AND listed_date <= ?
     ORDER BY listed_date DESC, id, sequence LIMIT ? OFFSET ?`,
    cardAccount,
    Number(isPending),
    wanted.fromDate,
    wanted.toDate,
    wanted.limit,
    wanted.offset,
  );
  return rows.map((row) => ({
    cardTransactionId: text(row, 'id'),
    ...(json(row, 'details') as CardTransactionDetails),
  }));
}
