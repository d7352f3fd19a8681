import {
  type Op,
  type Row,
  readInteger,
  readJson,
  readOptionalText,
  readText,
  run,
  type SqlValue,
} from '../../../store/contract.ts';
import { findRow, insertRows } from '../../../store/table.ts';
import type { Currency } from '../../../values/currencies.ts';
import type { PaymentService } from '../../../values/products.ts';
import type { Initiation } from '../../domain/product-rules.ts';
import type { TransactionDetails } from '../../domain/transactions.ts';
import { CURRENCY } from './ledger.ts';

interface BookedAmount {
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly currency: Currency;
  /** The amount in minor units; positive if the account is credited. */
  readonly amountMinor: bigint;
}

/** One row of an account's list, manual or of a payment. @see D8-one-list */
export interface TransactionRow extends BookedAmount {
  readonly account: string;
  /** The sequence of its booking. */
  readonly booking: bigint;
  readonly from: { readonly transactionId: string; readonly details: TransactionDetails } | PaymentSource;
}

interface PaymentSource {
  /** The sequence of the payment. */
  readonly payment: bigint;
}

/** A row with the data of its payment. */
export interface StoredTransaction extends BookedAmount {
  readonly from:
    | { readonly transactionId: string; readonly details: TransactionDetails }
    | (PaymentSource & {
        readonly service: PaymentService;
        readonly product: string;
        readonly initiation: Initiation;
        readonly debtorName: string;
        readonly side: 'debtor' | 'creditor';
      });
}

export function* insertTransactions(rows: readonly TransactionRow[]): Op<void> {
  yield* insertRows(
    `INSERT INTO transactions
       (id, account, booking_date, value_date, currency, amount_minor, booking, payment, details)`,
    rows.map(({ from, account, bookingDate, valueDate, currency, amountMinor, booking }): SqlValue[] => {
      const moved = [account, bookingDate, valueDate, currency, amountMinor, booking];
      if ('payment' in from) return [null, ...moved, from.payment, null];
      return [from.transactionId, ...moved, BY_HAND, JSON.stringify(from.details)];
    }),
  );
}

/** The value of `payment` for manual rows, below all payments, so that payments come first within a day. */
const BY_HAND = 0n;

/** The columns of a row's sort key, which the index contains, so that nothing is sorted. @see D8-one-list */
const PLACE = `booking_date AS place_date, payment AS place_order, transactions.id AS place_id, transactions.rowid AS place_sequence`;

/** The subquery for the name of the owner of a payment's debtor account or card. */
export const DEBTOR_NAME = `(SELECT customers.name FROM customers WHERE customers.number = COALESCE(
    (SELECT customer_number FROM accounts WHERE accounts.id = debtor_account),
    (SELECT customer_number FROM card_accounts WHERE card_accounts.id = debtor_account))) AS debtor_name`;

/** The columns that `readTransaction` reads in addition to the sort key. */
const SAYS = `value_date, transactions.currency AS currency, transactions.amount_minor AS amount_minor, details,
  service, payments.product AS product, initiation, debtor_account = transactions.account AS is_debtor, ${DEBTOR_NAME}`;

const ROWS = 'transactions LEFT JOIN payments ON payments.sequence = transactions.payment';

/** The SELECTs of transactions: whole rows, or only their sort keys. */
export const READ_TRANSACTIONS = {
  all: `SELECT ${PLACE}, ${SAYS} FROM ${ROWS}`,
  place: `SELECT ${PLACE} FROM transactions`,
} as const;

const READ = READ_TRANSACTIONS.all;

/**
 * Finds a manual transaction.
 * @param bookingDate used by the index of the list
 */
export function findTransactionByHand(
  account: string,
  bookingDate: string,
  id: string,
): Op<StoredTransaction | undefined> {
  const sql = `${READ} WHERE transactions.account = ? AND booking_date = ? AND payment = 0 AND transactions.id = ?`;
  return findRow(readTransaction, sql, account, bookingDate, id);
}

/**
 * Finds a payment's transaction on an account.
 * @param bookingDate used by the index of the list
 */
export function findTransactionOfPayment(
  account: string,
  payment: bigint,
  bookingDate: string,
): Op<StoredTransaction | undefined> {
  const sql = `${READ} WHERE transactions.account = ? AND booking_date = ? AND payment = ?`;
  return findRow(readTransaction, sql, account, bookingDate, payment);
}

/** Removes the transactions of an account or card account. */
export function* removeTransactions(account: string): Op<void> {
  yield* run('DELETE FROM transactions WHERE account = ?', account);
  yield* run('DELETE FROM card_transactions WHERE card_account = ?', account);
}

/** The common beginning of the ids of equal transactions, and their booking date. */
export interface Equals {
  readonly bookingDate: string;
  readonly stem: string;
}

/**
 * Finds the last id of each group of equal transactions of an account, by stem; groups without a transaction are
 * omitted.
 */
export function* findLastIds(account: string, equals: readonly Equals[]): Op<ReadonlyMap<string, string>> {
  const rows = yield* run(
    `WITH wanted (date, stem) AS (SELECT value ->> '$.bookingDate', value ->> '$.stem' FROM json_each(?))
     SELECT stem, (SELECT MAX(id) FROM transactions WHERE account = ? AND booking_date = date AND payment = 0
       AND id > stem AND id < stem || '~') AS last FROM wanted`,
    JSON.stringify(equals.map(({ bookingDate, stem }) => ({ bookingDate, stem }))),
    account,
  );
  const known = rows.filter((row) => row.last !== null);
  return new Map(known.map((row) => [readText(row, 'stem'), readText(row, 'last')]));
}

export function readTransaction(row: Row): StoredTransaction {
  return {
    bookingDate: readText(row, 'place_date'),
    valueDate: readText(row, 'value_date'),
    currency: CURRENCY.read(row),
    amountMinor: readInteger(row, 'amount_minor'),
    from: row.details === null ? readPaid(row) : readByHand(row),
  };
}

function readByHand(row: Row): StoredTransaction['from'] {
  return {
    transactionId: readText(row, 'place_id'),
    details: readJson(row, 'details') as TransactionDetails,
  };
}

function readPaid(row: Row): StoredTransaction['from'] {
  return {
    payment: readInteger(row, 'place_order'),
    service: readText(row, 'service') as PaymentService,
    product: readText(row, 'product'),
    initiation: readJson(row, 'initiation') as Initiation,
    debtorName: readOptionalText(row, 'debtor_name') ?? '',
    side: readInteger(row, 'is_debtor') === 1n ? 'debtor' : 'creditor',
  };
}
