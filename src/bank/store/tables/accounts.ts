import { type Op, type Row, readJson, readOptionalText, readText, run } from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  findRow,
  insertRows,
  listRows,
  listTexts,
  Table,
} from '../../../store/table.ts';
import type { DebtorAccount } from '../../domain/creation.ts';
import type { CardTransaction, CardTransactionDetails } from '../../domain/transactions.ts';
import type { Account, CardAccount, DetailsOfBalances } from '../../domain/world.ts';
import { CURRENCY } from './ledger.ts';

/** The totals of an account or card account, in minor units. */
export interface StoredBalances {
  /** closingBooked, the sum of its bookings (D9-balance-is-lines). */
  readonly balanceMinor: bigint;
  /** The total of pending payments; negative if the account pays. @see D9-expected-balance */
  readonly pendingMinor: bigint;
  /** The adjustment of the expected balance in addition to pending payments. @see D8-both-balances */
  readonly adjustmentMinor: bigint;
}

export interface AccountWithBalance extends StoredBalances {
  readonly account: Omit<Account, 'openingMinor'>;
}

const ACCOUNTS = new Table<AccountWithBalance['account']>('accounts', {
  id: column.text('id'),
  customerNumber: column.text('customer_number'),
  accountName: column.text('name'),
  bban: column.text('bban'),
  iban: column.text('iban'),
  currency: CURRENCY,
  product: column.text('product'),
  cashAccountType: column.text('cash_account_type'),
  creditLine: column.number('credit_line'),
});

/** Inserts an account; a booking sets its balance. */
export function insertAccount(account: AccountWithBalance['account']): Op<void> {
  return ACCOUNTS.insert(account);
}

/** Builds the SELECT of accounts or card accounts with their totals. */
function selectWithBalances(table: 'accounts' | 'card_accounts', names: readonly string[]): string {
  return `SELECT ${names.map((name) => `${table}.${name}`).join(', ')}, pending_adjustment_minor,
      COALESCE(balance_minor, 0) AS balance_minor, COALESCE(pending_minor, 0) AS pending_minor
    FROM ${table} LEFT JOIN balances ON balances.account = ${table}.id AND balances.currency = ${table}.currency`;
}

const KEPT_BALANCES = createObjectColumns<StoredBalances>({
  balanceMinor: column.bigint('balance_minor'),
  pendingMinor: column.bigint('pending_minor'),
  adjustmentMinor: column.bigint('pending_adjustment_minor'),
});

const READ_ACCOUNTS = selectWithBalances('accounts', ACCOUNTS.columns.names);

/** Lists all payment accounts. */
export function listAccounts(): Op<AccountWithBalance[]> {
  return listRows(readAccount, READ_ACCOUNTS);
}

/** Lists the payment accounts of a customer by name. @see D8-list-order */
export function listCustomerAccounts(customerNumber: string): Op<AccountWithBalance[]> {
  const sql = `${READ_ACCOUNTS} WHERE customer_number = ? ORDER BY name, bban`;
  return listRows(readAccount, sql, customerNumber);
}

/** Finds a payment account by its id. */
export function findAccountWithBalance(id: string): Op<AccountWithBalance | undefined> {
  return findRow(readAccount, `${READ_ACCOUNTS} WHERE id = ?`, id);
}

function readAccount(row: Row): AccountWithBalance {
  return { account: ACCOUNTS.columns.read(row), ...KEPT_BALANCES.read(row) };
}

const DEBTOR = createObjectColumns<DebtorAccount>({
  id: column.text('id'),
  customerNumber: column.text('customer_number'),
  currency: CURRENCY,
  mayPay: column.flag('may_pay'),
});
const DEBTORS = `SELECT ${DEBTOR.names.join(', ')} FROM`;

/** Finds a payment account by its bban, as a debtor. */
export function findAccount(bban: string): Op<DebtorAccount | undefined> {
  return findRow(DEBTOR.read, `${DEBTORS} accounts WHERE bban = ?`, bban);
}

/** Lists payment accounts by their bbans, as debtors; unknown numbers are omitted. */
export function* listAccountsOfNumbers(bbans: readonly string[]): Op<Map<string, DebtorAccount>> {
  const sql = `SELECT bban, ${DEBTOR.names.join(', ')} FROM accounts WHERE bban IN (SELECT value FROM json_each(?))`;
  const read = (row: Row) => [readText(row, 'bban'), DEBTOR.read(row)] as const;
  return new Map(yield* listRows(read, sql, JSON.stringify(bbans)));
}

/** Finds the id and owner of a payment account by its IBAN. */
export function findAccountOfIban(
  iban: string,
): Op<Pick<Account, 'id' | 'customerNumber' | 'iban'> | undefined> {
  return ACCOUNTS.find('WHERE iban = ?', iban);
}

/** Finds a card account by its reference, as a debtor. @see I-related-account, D4-card-debtor */
export function findCardAccount(relatedAccount: string): Op<DebtorAccount | undefined> {
  return findRow(DEBTOR.read, `${DEBTORS} card_accounts WHERE related_account = ?`, relatedAccount);
}

/** Finds an account or card account by its id, as a debtor. */
export function findDebtorById(id: string): Op<DebtorAccount | undefined> {
  const sql = `${DEBTORS} accounts WHERE id = ? UNION ALL ${DEBTORS} card_accounts WHERE id = ?`;
  return findRow(DEBTOR.read, sql, id, id);
}

/** Grants or blocks the right to pay from an account or card account. @see D6-consent */
export function* setPaymentRight(id: string, mayPay: boolean): Op<void> {
  yield* run('UPDATE accounts SET may_pay = ? WHERE id = ?', Number(mayPay), id);
  yield* run('UPDATE card_accounts SET may_pay = ? WHERE id = ?', Number(mayPay), id);
}

/** The data that identifies an account to its owner: the name, and the bban or the card's masked number. */
export interface ShownAccount {
  readonly name: string;
  readonly number: string;
}

/** The name shown for a card account without a name. @see D8-card-members */
export const NAMELESS_CARD = 'Card';

/** Finds an account or card account by its id, as shown to its owner. */
export function* findShownAccount(id: string): Op<ShownAccount | undefined> {
  const sql = `SELECT name, bban AS number FROM accounts WHERE id = ?
    UNION ALL SELECT COALESCE(name, product), masked_pan FROM card_accounts WHERE id = ?`;
  const [row] = yield* run(sql, id, id);
  return row && { name: readOptionalText(row, 'name') ?? NAMELESS_CARD, number: readText(row, 'number') };
}

/** Sets the adjustment of the expected balance. @see D8-both-balances */
export function* setAdjustment(id: string, adjustmentMinor: bigint): Op<void> {
  yield* run('UPDATE accounts SET pending_adjustment_minor = ? WHERE id = ?', adjustmentMinor, id);
}

/**
 * Finds the bbans and IBANs among those given that belong to other accounts.
 * @param id of the account whose own numbers are excluded
 */
export function* findForeignNumbers(numbers: readonly string[], id: string): Op<ReadonlySet<string>> {
  const sql = `SELECT value AS number FROM json_each(?) WHERE EXISTS
    (SELECT 1 FROM accounts WHERE bban = value AND id <> ? UNION ALL SELECT 1 FROM accounts WHERE iban = value AND id <> ?)`;
  return new Set(yield* listTexts(sql, JSON.stringify(numbers), id, id));
}

/** The members of an account or card account that its deletion needs. */
export interface DeletableAccount {
  readonly kind: 'ACCOUNT' | 'CARD';
  readonly id: string;
  /** The identifier that payments use: the bban of an account, or the reference of a card account. */
  readonly name: string;
}

const OWNED = createObjectColumns<DeletableAccount>({
  kind: column.text('kind'),
  id: column.text('id'),
  name: column.text('name'),
});
const OWNED_ACCOUNTS = `SELECT 'ACCOUNT' AS kind, id, bban AS name FROM accounts`;
const OWNED_CARDS = `SELECT 'CARD' AS kind, id, related_account AS name FROM card_accounts`;

export function findOwnedAccount(id: string): Op<DeletableAccount | undefined> {
  return findRow(OWNED.read, `${OWNED_ACCOUNTS} WHERE id = ?`, id);
}

export function findOwnedCard(id: string): Op<DeletableAccount | undefined> {
  return findRow(OWNED.read, `${OWNED_CARDS} WHERE id = ?`, id);
}

/** Lists all accounts and card accounts of a customer. */
export function listOwned(customerNumber: string): Op<DeletableAccount[]> {
  const whose = 'WHERE customer_number = ?';
  const sql = `${OWNED_ACCOUNTS} ${whose} UNION ALL ${OWNED_CARDS} ${whose}`;
  return listRows(OWNED.read, sql, customerNumber, customerNumber);
}

export function* removeOwned({ id }: DeletableAccount): Op<void> {
  yield* run('DELETE FROM accounts WHERE id = ?', id);
  yield* run('DELETE FROM card_accounts WHERE id = ?', id);
}

/** Deletes a customer; its agreements are deleted by cascade. */
export function* removeCustomer(customerNumber: string): Op<void> {
  yield* run('DELETE FROM customers WHERE number = ?', customerNumber);
}

/** A card account with its totals. */
export interface CardWithBalance extends StoredBalances {
  readonly card: Omit<CardAccount, 'openingMinor'>;
  readonly details: DetailsOfBalances;
}

const CARDS = new Table<CardWithBalance['card']>('card_accounts', {
  resourceId: column.text('id'),
  customerNumber: column.text('customer_number'),
  maskedPan: column.text('masked_pan'),
  currency: CURRENCY,
  creditLimit: column.number('credit_limit'),
  cardId: createOptionalColumns(column.text('card_id')),
  cardIdVNo: createOptionalColumns(column.text('card_id_v_no')),
  accountNumber: createOptionalColumns(column.text('account_number')),
  expiry: createOptionalColumns(column.text('expiry')),
  name: createOptionalColumns(column.text('name')),
  product: createOptionalColumns(column.text('product')),
  status: createOptionalColumns(column.text('status')),
  relatedAccount: column.text('related_account'),
});

const DETAILS = createOptionalColumns(column.json<DetailsOfBalances>('balance_details'));
const READ_CARDS = selectWithBalances('card_accounts', [...CARDS.columns.names, ...DETAILS.names]);

/** Lists all card accounts. */
export function listCards(): Op<CardWithBalance[]> {
  return listRows(readCard, READ_CARDS);
}

/** Lists the card accounts of a customer by masked PAN. @see D8-list-order */
export function listCustomerCards(customerNumber: string): Op<CardWithBalance[]> {
  const sql = `${READ_CARDS} WHERE customer_number = ? ORDER BY masked_pan, id`;
  return listRows(readCard, sql, customerNumber);
}

export function findCardWithBalance(id: string): Op<CardWithBalance | undefined> {
  return findRow(readCard, `${READ_CARDS} WHERE id = ?`, id);
}

function readCard(row: Row): CardWithBalance {
  return { card: CARDS.columns.read(row), details: DETAILS.read(row) ?? {}, ...KEPT_BALANCES.read(row) };
}

/** Inserts a card account; a booking sets its balance. */
export function insertCard(card: CardWithBalance['card']): Op<void> {
  return CARDS.insert(card);
}

/** Stores a card account's adjustment and balance details. @see D8-both-balances */
export function* keepCardBalances(id: string, adjustmentMinor: bigint, details: DetailsOfBalances): Op<void> {
  const sql = 'UPDATE card_accounts SET pending_adjustment_minor = ?, balance_details = ? WHERE id = ?';
  yield* run(sql, adjustmentMinor, JSON.stringify(details), id);
}

/** A page of a list. */
export interface ListPage {
  /** The first and last booking date. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly offset: number;
  readonly limit: number;
}

/** One row of a card account's list. */
interface CardTransactionRow {
  /** The sequence of the row, which orders entries without an id. */
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

/** The condition for a card account's transactions with these ids; the last term matches that of the index by id. */
const WITH_IDS = `card_account = ? AND id IN (SELECT value FROM json_each(?)) AND id <> ''`;

/** Finds the transactions of a card account with one of these ids. */
export function* findCardTransactions(
  cardAccount: string,
  ids: readonly string[],
): Op<ReadonlyMap<string, CardTransactionDetails>> {
  const sql = `SELECT id, details FROM card_transactions WHERE ${WITH_IDS}`;
  const read = (row: Row) => readCardTransaction(row, 'id');
  const found = yield* listRows(read, sql, cardAccount, JSON.stringify(ids));
  return new Map(found.map((one) => [one.cardTransactionId, one]));
}

export function* deleteCardTransactions(cardAccount: string, ids: readonly string[]): Op<void> {
  yield* run(`DELETE FROM card_transactions WHERE ${WITH_IDS}`, cardAccount, JSON.stringify(ids));
}

/**
 * Lists a card account's booked or pending transactions, newest first; within a day by id.
 * @param wanted the dates filter by booking, or by purchase for pending ones; rows without a date sort before all dates
 * @see D8-card-transaction-list
 */
export function listCardTransactions(
  cardAccount: string,
  isPending: boolean,
  wanted: ListPage,
): Op<CardTransaction[]> {
  const { fromDate, toDate, limit, offset } = wanted;
  const sql = `SELECT id, details FROM card_transactions
    WHERE card_account = ? AND is_pending = ? AND listed_date >= ? AND listed_date <= ?
    ORDER BY listed_date DESC, id, sequence LIMIT ? OFFSET ?`;
  const read = (row: Row) => readCardTransaction(row, 'id');
  return listRows(read, sql, cardAccount, Number(isPending), fromDate, toDate, limit, offset);
}

/**
 * Reads a card transaction.
 * @param id the column of its id
 */
export function readCardTransaction(row: Row, id: 'id' | 'place_id'): CardTransaction {
  return { cardTransactionId: readText(row, id), ...(readJson(row, 'details') as CardTransactionDetails) };
}
