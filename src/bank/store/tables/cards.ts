import { json, type Op, type Row, run, text } from '../../../store/contract.ts';
import { column, findRow, insertRows, listRows, optional, Table } from '../../../store/table.ts';
import type { DetailsOfBalances } from '../../domain/sandbox.ts';
import type { CardTransaction, CardTransactionDetails } from '../../domain/transactions.ts';
import type { CardAccount } from '../../domain/world.ts';
import { KEPT_BALANCES, type KeptBalances, selectWithBalances } from './accounts.ts';
import { currencyColumn } from './ledger.ts';

/** A card account, and what its bookings and pending payments add up to. */
export interface CardWithBalance extends KeptBalances {
  readonly card: Omit<CardAccount, 'openingMinor'>;
  readonly details: DetailsOfBalances;
}

const CARDS = new Table<CardWithBalance['card']>('card_accounts', {
  resourceId: column.text('id'),
  customerNumber: column.text('customer_number'),
  maskedPan: column.text('masked_pan'),
  currency: currencyColumn('account'),
  creditLimit: column.number('credit_limit'),
  cardId: optional(column.text('card_id')),
  cardIdVNo: optional(column.text('card_id_v_no')),
  accountNumber: optional(column.text('account_number')),
  expiry: optional(column.text('expiry')),
  name: optional(column.text('name')),
  product: optional(column.text('product')),
  status: optional(column.text('status')),
  relatedAccount: column.text('related_account'),
});

const DETAILS = optional(column.json<DetailsOfBalances>('balance_details'));
const READ_CARDS = selectWithBalances('card_accounts', [...CARDS.columns.names, ...DETAILS.names]);

/** All card accounts. */
export function listCards(): Op<CardWithBalance[]> {
  return listRows(readCard, READ_CARDS);
}

/** The card accounts of a customer, by masked PAN. @see D8-list-order */
export function listCardsOf(customerNumber: string): Op<CardWithBalance[]> {
  return listRows(
    readCard,
    `${READ_CARDS} WHERE customer_number = ? ORDER BY masked_pan, id`,
    customerNumber,
  );
}

export function findCardWithBalance(id: string): Op<CardWithBalance | undefined> {
  return findRow(readCard, `${READ_CARDS} WHERE id = ?`, id);
}

function readCard(row: Row): CardWithBalance {
  return { card: CARDS.columns.read(row), details: DETAILS.read(row) ?? {}, ...KEPT_BALANCES.read(row) };
}

/** Inserts a card account; its balance is a booking. */
export function insertCard(card: CardWithBalance['card']): Op<void> {
  return CARDS.insert(card);
}

/** What a card account expects beside its pending payments, and what its balances say. @see D8-both-balances */
export function* keepCardBalances(id: string, adjustmentMinor: bigint, details: DetailsOfBalances): Op<void> {
  yield* run(
    'UPDATE card_accounts SET pending_adjustment_minor = ?, balance_details = ? WHERE id = ?',
    adjustmentMinor,
    JSON.stringify(details),
    id,
  );
}

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
    for (const row of rows) found.set(text(row, 'id'), json(row, 'details') as CardTransactionDetails);
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
  return yield* listRows(
    (row) => readCardTransaction(row, 'id'),
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
}

/** @param id its column */
export function readCardTransaction(row: Row, id: 'id' | 'place_id'): CardTransaction {
  return { cardTransactionId: text(row, id), ...(json(row, 'details') as CardTransactionDetails) };
}
