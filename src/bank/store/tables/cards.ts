import {
  integer,
  json,
  type Op,
  optionalText,
  parseStored,
  type Row,
  run,
  small,
  text,
} from '../../../store/contract.ts';
import type { DetailsOfBalances } from '../../domain/sandbox-balances.ts';
import type { CardTransaction, CardTransactionDetails } from '../../domain/transactions.ts';
import type { CardAccount } from '../../domain/world.ts';
import { insertRows } from '../sql.ts';
import type { KeptBalances } from './accounts.ts';
import { currencyOf } from './ledger.ts';

/** A card account, and what its bookings and pending payments add up to. */
export interface CardWithBalance extends KeptBalances {
  readonly card: Omit<CardAccount, 'openingMinor'>;
  readonly details: DetailsOfBalances;
}

const READ_CARDS = `SELECT id, customer_number, masked_pan, card_accounts.currency, credit_limit, card_id, card_id_v_no,
    account_number, expiry, name, product, status, related_account, balance_details, pending_adjustment_minor,
    COALESCE(balance_minor, 0) AS balance_minor, COALESCE(pending_minor, 0) AS pending_minor
  FROM card_accounts LEFT JOIN balances
    ON balances.account = card_accounts.id AND balances.currency = card_accounts.currency`;

/** All card accounts. */
export function* listCards(): Op<CardWithBalance[]> {
  const rows = yield* run(READ_CARDS);
  return rows.map(readCard);
}

/** The card accounts of a customer, by masked PAN. @see D8-list-order */
export function* listCardsOf(customerNumber: string): Op<CardWithBalance[]> {
  const rows = yield* run(`${READ_CARDS} WHERE customer_number = ? ORDER BY masked_pan, id`, customerNumber);
  return rows.map(readCard);
}

export function* findCardWithBalance(id: string): Op<CardWithBalance | undefined> {
  const [row] = yield* run(`${READ_CARDS} WHERE id = ?`, id);
  return row && readCard(row);
}

/** Inserts a card account; its balance is a booking. */
export function* insertCard(card: Omit<CardAccount, 'openingMinor'>): Op<void> {
  yield* run(
    `INSERT INTO card_accounts (place, id, customer_number, masked_pan, currency, credit_limit, card_id, card_id_v_no,
       account_number, expiry, name, product, status, related_account)
     SELECT COALESCE(MAX(place), -1) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM card_accounts`,
    card.resourceId,
    card.customerNumber,
    card.maskedPan,
    card.currency,
    card.creditLimit,
    card.cardId ?? null,
    card.cardIdVNo ?? null,
    card.accountNumber ?? null,
    card.expiry ?? null,
    card.name ?? null,
    card.product ?? null,
    card.status ?? null,
    card.relatedAccount,
  );
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

function readCard(row: Row): CardWithBalance {
  return {
    card: {
      resourceId: text(row, 'id'),
      customerNumber: text(row, 'customer_number'),
      maskedPan: text(row, 'masked_pan'),
      currency: currencyOf(row, 'account'),
      creditLimit: small(row, 'credit_limit'),
      cardId: optionalText(row, 'card_id'),
      cardIdVNo: optionalText(row, 'card_id_v_no'),
      accountNumber: optionalText(row, 'account_number'),
      expiry: optionalText(row, 'expiry'),
      name: optionalText(row, 'name'),
      product: optionalText(row, 'product'),
      status: optionalText(row, 'status') as CardAccount['status'],
      relatedAccount: text(row, 'related_account'),
    },
    details: parseStored(
      optionalText(row, 'balance_details') ?? '{}',
      'balance_details',
    ) as DetailsOfBalances,
    balanceMinor: integer(row, 'balance_minor'),
    pendingMinor: integer(row, 'pending_minor'),
    adjustmentMinor: integer(row, 'pending_adjustment_minor'),
  };
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
