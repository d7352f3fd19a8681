import {
  type Op,
  readInteger,
  readNumber,
  readOptionalText,
  readText,
  type SqlValue,
} from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  findNumber,
  findRow,
  listRows,
} from '../../../store/table.ts';
import type { Line } from '../../domain/ledger.ts';
import type { Payment } from '../../domain/payment.ts';
import { OPEN } from '../schema.ts';
import { CURRENCY, LINE } from './ledger.ts';
import { PAYMENT_COLUMNS, readPayment } from './payments.ts';
import { type PastStep, STEPS } from './snapshot-rows.ts';
import { DEBTOR_NAME } from './transactions.ts';

/** A page of a list, newest first. @param before the sequence after the first row */
export interface Slice {
  readonly before: bigint | undefined;
  readonly limit: number;
}

/** A payment as the operator sees it. */
export interface ViewedPayment {
  readonly payment: Payment;
  readonly debtorName: string | undefined;
  /** The paymentId of the bulk that contains it. */
  readonly bulkId: string | undefined;
}

const VIEWED = `SELECT ${PAYMENT_COLUMNS}, ${DEBTOR_NAME},
    (SELECT bulks.id FROM bulks WHERE bulks.sequence = payments.bulk) AS bulk_id
  FROM payments`;
/** The texts in which a search looks. */
const SAID = `lower(id || ' ' || tpp || ' ' || COALESCE(psu, '') || ' ' || creditor_account || ' ' || initiation)`;

/** Lists payments, newest first. */
export function listViewedPayments(
  { before, limit }: Slice,
  { status, text }: { readonly status?: string | undefined; readonly text?: string | undefined },
): Op<ViewedPayment[]> {
  const conditions: [string, SqlValue][] = [];
  if (before !== undefined) conditions.push(['sequence < ?', before]);
  if (status !== undefined) conditions.push(['status = ?', status]);
  if (text !== undefined) conditions.push([`instr(${SAID}, ?) > 0`, text.toLowerCase()]);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  const sql = `${VIEWED} ${where} ORDER BY sequence DESC LIMIT ?`;
  return listRows(readViewed, sql, ...conditions.map(([, value]) => value), limit);
}

/** Lists a payment, or the payments of a bulk. */
export function listOrderPayments(sequence: bigint): Op<ViewedPayment[]> {
  const which = 'WHERE sequence = ? OR (bulk = ? AND bulk IS NOT NULL) ORDER BY sequence';
  return listRows(readViewed, `${VIEWED} ${which}`, sequence, sequence);
}

function readViewed(row: Parameters<typeof readPayment>[0]): ViewedPayment {
  return {
    payment: readPayment(row),
    debtorName: readOptionalText(row, 'debtor_name'),
    bulkId: readOptionalText(row, 'bulk_id'),
  };
}

/** Lists the steps of payments in their order. */
export function listPaymentSteps(payments: readonly bigint[]): Op<PastStep[]> {
  return STEPS.list(
    'WHERE payment IN (SELECT value FROM json_each(?)) ORDER BY place',
    JSON.stringify(payments.map(Number)),
  );
}

/** Lists the lines that were booked for payments. */
export function listPaymentLines(payments: readonly bigint[]): Op<(Line & { readonly at: number })[]> {
  const sql = `SELECT booked_at_ms, ${LINE.names.join(', ')} FROM bookings
    JOIN booking_lines ON booking_lines.booking = bookings.sequence
    WHERE payment IN (SELECT value FROM json_each(?)) ORDER BY bookings.sequence, booking_lines.rowid`;
  const read = (row: Parameters<typeof readPayment>[0]) => ({
    ...LINE.read(row),
    at: readNumber(row, 'booked_at_ms'),
  });
  return listRows(read, sql, JSON.stringify(payments.map(Number)));
}

/** A line of an account, and the account's balance after it. */
export interface BalancedLine {
  /** The index of its booking in the world's sequence; negative for an opening. */
  readonly booking: bigint;
  readonly kind: string;
  readonly bookedAt: number;
  readonly amountMinor: bigint;
  readonly balanceMinor: bigint;
  readonly payment?: bigint | undefined;
  /** Absent unless it is in the account's list of transactions. */
  readonly bookingDate?: string | undefined;
  readonly text?: string | undefined;
}

const BALANCED = createObjectColumns<BalancedLine>({
  booking: column.bigint('booking'),
  kind: column.text('kind'),
  bookedAt: column.number('booked_at_ms'),
  amountMinor: column.bigint('amount_minor'),
  balanceMinor: column.bigint('after_minor'),
  payment: createOptionalColumns(column.bigint('payment')),
  bookingDate: createOptionalColumns(column.text('booking_date')),
  text: createOptionalColumns(column.text('said')),
});

/** Builds the SQL of the reference in a column of JSON. */
function buildTextSql(json: string): string {
  return `NULLIF(${json} ->> '$.remittanceInformationUnstructured', '')`;
}

/**
 * Lists the lines of an account, newest first, each with the balance after it.
 * @param skip the number of newer lines
 */
export function listBalancedLines(account: string, limit: number, skip: number): Op<BalancedLine[]> {
  // The lines of the account's transactions are joined through an index that SQLite makes for this query.
  const sql = `WITH mine AS MATERIALIZED (SELECT booking, booking_date, details FROM transactions WHERE account = ?)
    SELECT own.booking, kind, booked_at_ms, own.amount_minor, after_minor, bookings.payment,
      (SELECT booking_date FROM mine WHERE mine.booking = own.booking LIMIT 1) AS booking_date,
      COALESCE((SELECT ${buildTextSql('details')} FROM mine WHERE mine.booking = own.booking LIMIT 1),
        ${buildTextSql('initiation')}, initiation ->> '$.creditorName') AS said
    FROM (SELECT booking, amount_minor, rowid AS place,
        SUM(amount_minor) OVER (ORDER BY booking, rowid) AS after_minor
      FROM booking_lines WHERE account = ? ORDER BY booking DESC, rowid DESC LIMIT ? OFFSET ?) AS own
    JOIN bookings ON bookings.sequence = own.booking
    LEFT JOIN payments ON payments.sequence = bookings.payment
    ORDER BY own.booking DESC, place DESC`;
  return listRows(BALANCED.read, sql, account, account, limit, skip);
}

/** An account or card account with its totals. */
export interface ViewedAccount {
  readonly id: string;
  readonly kind: 'account' | 'card';
  readonly customerNumber: string;
  readonly name?: string | undefined;
  readonly number: string;
  readonly iban?: string | undefined;
  readonly currency: Line['currency'];
  readonly product?: string | undefined;
  readonly creditLine: number;
  readonly mayPay: boolean;
  readonly balanceMinor: bigint;
  readonly pendingMinor: bigint;
}

const ACCOUNT = createObjectColumns<ViewedAccount>({
  id: column.text('id'),
  kind: column.text('kind'),
  customerNumber: column.text('customer_number'),
  name: createOptionalColumns(column.text('name')),
  number: column.text('number'),
  iban: createOptionalColumns(column.text('iban')),
  currency: CURRENCY,
  product: createOptionalColumns(column.text('product')),
  creditLine: column.number('credit'),
  mayPay: column.flag('may_pay'),
  balanceMinor: column.bigint('balance_minor'),
  pendingMinor: column.bigint('pending_minor'),
});

const EITHER = `SELECT own.*, COALESCE(balance_minor, 0) AS balance_minor,
    COALESCE(pending_minor, 0) + adjustment AS pending_minor
  FROM (SELECT 'account' AS kind, id, customer_number, name, bban AS number, iban, currency, product,
      credit_line AS credit, may_pay, pending_adjustment_minor AS adjustment FROM accounts
    UNION ALL SELECT 'card', id, customer_number, name, masked_pan, NULL, currency, product, credit_limit, may_pay,
      pending_adjustment_minor FROM card_accounts) AS own
  LEFT JOIN balances ON balances.account = own.id AND balances.currency = own.currency`;

export function listViewedAccounts(): Op<ViewedAccount[]> {
  return listRows(ACCOUNT.read, `${EITHER} ORDER BY kind, customer_number, name, number`);
}

export function findViewedAccount(id: string): Op<ViewedAccount | undefined> {
  return findRow(ACCOUNT.read, `${EITHER} WHERE own.id = ?`, id);
}

/** A consent that was ever given; without accounts it is revoked. */
export interface ViewedConsent {
  readonly tpp: string;
  readonly psu: string;
  readonly name: string | undefined;
  readonly agreement: string;
  readonly accounts: readonly string[];
}

export function listViewedConsents(): Op<ViewedConsent[]> {
  const sql = `SELECT tpp, psu, agreement, (SELECT name FROM customers WHERE number = psu) AS name,
      (SELECT json_group_array(account) FROM consent_accounts
       WHERE (tpp, psu, agreement) = (consents.tpp, consents.psu, consents.agreement)) AS accounts
    FROM consents ORDER BY psu, tpp, agreement`;
  const read = (row: Parameters<typeof readPayment>[0]): ViewedConsent => ({
    tpp: readText(row, 'tpp'),
    psu: readText(row, 'psu'),
    name: readOptionalText(row, 'name'),
    agreement: readText(row, 'agreement'),
    accounts: JSON.parse(readText(row, 'accounts')) as string[],
  });
  return listRows(read, sql);
}

/** Lists the baskets that contain a payment, by their sequences. */
export function listPaymentBaskets(payment: bigint): Op<bigint[]> {
  const sql = 'SELECT basket FROM basket_payments WHERE payment = ?';
  return listRows((row) => readInteger(row, 'basket'), sql, payment);
}

/** Counts what a world has. */
export function* countWorld(): Op<Readonly<Record<string, number>>> {
  const count = (rest: string) => findNumber(`SELECT COUNT(*) AS n FROM ${rest}`);
  return {
    customers: (yield* count('customers')) ?? 0,
    accounts: (yield* count('accounts')) ?? 0,
    cards: (yield* count('card_accounts')) ?? 0,
    payments: (yield* count('payments')) ?? 0,
    openScas: (yield* count(`authorisations WHERE ${OPEN}`)) ?? 0,
  };
}
