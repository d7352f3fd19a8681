import { type Column, type ColumnLine, type Columns, QUIET, readColumns, type Tone } from '../cli/columns.ts';
import { formatAmount, formatDigits, type Money } from '../cli/format-values.ts';
import type { OutputStyle } from '../cli/output-style.ts';
import { formatAccount, formatReferences, parseMoney } from '../cli/resources/members.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import type { CardTransaction, Transaction } from '../wire/answers/information.ts';
import type { EntryLists } from './transactions.ts';

/** An entry, and the list that it belongs to. */
export interface ListedEntry<Entry> {
  readonly bookingStatus: 'booked' | 'pending';
  readonly entry: Entry;
}

/** A column of a CSV file; a row without a value has an empty cell. */
export type CsvColumn<Row> = readonly [
  name: string,
  value: keyof Row | ((row: Row) => string | number | boolean | undefined),
];

/** The view of a list with booked and pending entries. */
export interface ListShape<Entry> {
  /** The word for the items. */
  readonly word: string;
  readonly date: (entry: Entry) => string | undefined;
  /** The columns between date and id. */
  readonly columns: Columns<Entry>;
  readonly id: ColumnLine<Entry>;
  /** The CSV columns behind bookingStatus. @see C-transactions-csv */
  readonly csv: readonly CsvColumn<Entry>[];
}

/** The minimum width of a terminal that shows ids. Other columns matter more to people, and --quiet prints ids. */
const WIDTH_WITH_IDS = 110;

/** Lists the columns. @param status the requested status; if both lists were requested, each row shows its own */
export function listColumns<Entry>(
  { date, columns, id }: ListShape<Entry>,
  status: string,
  { isTerminal, width }: Pick<OutputStyle, 'isTerminal' | 'width'>,
): readonly Column<ListedEntry<Entry>>[] {
  const isMixed = status !== 'booked' && status !== 'pending';
  const shown = isTerminal && width < WIDTH_WITH_IDS ? columns : [...columns, id];
  return [
    { label: 'Date', kind: 'date', value: ({ entry }) => date(entry), isRunning: true },
    ...(isMixed ? [{ label: 'Status', value: (row: ListedEntry<Entry>) => row.bookingStatus }] : []),
    ...readColumns(shown).map(ofEntry),
  ];
}

/** Converts a column of an entry to a column of a row. */
function ofEntry<Entry>({ value, tone, ...rest }: Column<Entry>): Column<ListedEntry<Entry>> {
  return {
    ...rest,
    value: ({ entry }: ListedEntry<Entry>) => value(entry),
    tone: tone && (({ entry }: ListedEntry<Entry>) => tone(entry)),
  } as Column<ListedEntry<Entry>>;
}

/** Lists the entries of one response, booked ones first. */
export function listRows<Entry>({
  booked = [],
  pending = [],
}: Pick<EntryLists<Entry>, 'booked' | 'pending'>): readonly ListedEntry<Entry>[] {
  return [
    ...booked.map((entry) => ({ bookingStatus: 'booked' as const, entry })),
    ...pending.map((entry) => ({ bookingStatus: 'pending' as const, entry })),
  ];
}

/**
 * Formats a heading and a line for each entry; control characters are escaped at a terminal.
 * @see C-transactions-csv, RFC 4180, 2
 */
export function formatCsv<Entry>(
  { csv }: Pick<ListShape<Entry>, 'csv'>,
  rows: readonly ListedEntry<Entry>[],
  { isTerminal }: Pick<OutputStyle, 'isTerminal'>,
  hasHeading = true,
): string {
  const heading = ['bookingStatus', ...csv.map(([name]) => name)];
  const lines = rows.map(({ bookingStatus, entry }) => [
    bookingStatus,
    ...csv.map(([, source]) => formatCell(source, entry, isTerminal)),
  ]);
  return [...(hasHeading ? [heading] : []), ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

function formatCell<Row>(source: CsvColumn<Row>[1], row: Row, isTerminal: boolean): string {
  const value = typeof source === 'function' ? source(row) : row[source];
  const plain = escapeFormula(String(value ?? ''));
  const text = isTerminal ? sanitizeForTerminal(plain, Number.POSITIVE_INFINITY) : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Adds an apostrophe to text that a spreadsheet would evaluate; numbers stay unchanged. @see S10-csv-formula */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** Returns the tone of an amount's direction, in addition to its sign. */
function chooseTone(change: Money | undefined): Tone | undefined {
  const amount = Number(change?.amount);
  if (amount > 0) return 'green';
  return amount < 0 ? 'red' : undefined;
}

export const change: ColumnLine<Pick<Transaction, 'transactionAmount'>> = [
  'Amount',
  ({ transactionAmount }) => parseMoney(transactionAmount),
  'change',
  { tone: ({ transactionAmount }) => chooseTone(parseMoney(transactionAmount)) },
];

/** Returns the creditor of a debit, or the debtor of a credit, by the amount's sign. */
export function readCounterparty({ transactionAmount, ...one }: Transaction) {
  const isPaid = formatDigits(transactionAmount).startsWith('-');
  return isPaid
    ? { name: one.creditorName, account: formatAccount(one.creditorAccount) }
    : { name: one.debtorName, account: formatAccount(one.debtorAccount) };
}

export const transactionId: ColumnLine<Transaction> = ['Transaction', 'transactionId', 'identifier', QUIET];
export const text: ColumnLine<Transaction> = [
  'Text',
  (one) => one.remittanceInformationUnstructured ?? formatReferences(one),
  'name',
];

/** The view of account transactions; pending ones show the booking date. @see C-transactions */
export const transactionShape: ListShape<Transaction> = {
  word: 'transactions',
  date: ({ bookingDate, valueDate }) => bookingDate ?? valueDate,
  columns: [
    text,
    ['Counterparty', (one) => readCounterparty(one).name ?? readCounterparty(one).account, 'name'],
    change,
  ],
  id: transactionId,
  csv: [
    ['bookingDate', 'bookingDate'],
    ['valueDate', 'valueDate'],
    ['amount', ({ transactionAmount }) => formatDigits(transactionAmount)],
    ['currency', ({ transactionAmount }) => transactionAmount.currency],
    ['creditorName', 'creditorName'],
    ['creditorBban', ({ creditorAccount }) => creditorAccount?.bban],
    ['creditorIban', ({ creditorAccount }) => creditorAccount?.iban],
    ['debtorName', 'debtorName'],
    ['debtorBban', ({ debtorAccount }) => debtorAccount?.bban],
    ['debtorIban', ({ debtorAccount }) => debtorAccount?.iban],
    ['remittanceInformationUnstructured', 'remittanceInformationUnstructured'],
    ['remittanceInformationStructured', formatReferences],
    ['purposeCode', 'purposeCode'],
    ['bankTransactionCode', 'bankTransactionCode'],
    ['endToEndId', 'endToEndId'],
    ['entryReference', 'entryReference'],
    ['transactionId', 'transactionId'],
  ],
};

/** The view of card transactions, with purchase date and original currency. @see C-transactions */
export const cardTransactionShape: ListShape<CardTransaction> = {
  word: 'card transactions',
  date: ({ bookingDate, transactionDate }) => bookingDate ?? transactionDate,
  columns: [
    ['Text', 'transactionDetails', 'name'],
    ['Merchant', describeMerchant, 'name'],
    ['Original', readOriginal, 'change'],
    change,
  ],
  id: ['Transaction', 'cardTransactionId', 'identifier', QUIET],
  csv: [
    ['bookingDate', 'bookingDate'],
    ['transactionDate', 'transactionDate'],
    ['amount', ({ transactionAmount }) => formatDigits(transactionAmount)],
    ['currency', ({ transactionAmount }) => transactionAmount.currency],
    ['originalAmount', ({ originalAmount }) => originalAmount && formatDigits(originalAmount)],
    ['originalCurrency', ({ originalAmount }) => originalAmount?.currency],
    ['markupFee', ({ markupFee }) => markupFee && formatDigits(markupFee)],
    ['markupFeePercentage', 'markupFeePercentage'],
    ['transactionDetails', 'transactionDetails'],
    ['cardAcceptorId', 'cardAcceptorId'],
    ['townName', ({ cardAcceptorAddress }) => cardAcceptorAddress?.townName],
    ['country', ({ cardAcceptorAddress }) => cardAcceptorAddress?.country],
    ['merchantCategoryCode', 'merchantCategoryCode'],
    ['maskedPAN', 'maskedPAN'],
    ['terminalId', 'terminalId'],
    ['invoiced', 'invoiced'],
    ['proprietaryBankTransactionCode', 'proprietaryBankTransactionCode'],
    ['cardTransactionId', 'cardTransactionId'],
  ],
};

function describeMerchant({ cardAcceptorId, cardAcceptorAddress }: CardTransaction): string | undefined {
  const parts = [cardAcceptorId, cardAcceptorAddress?.townName, cardAcceptorAddress?.country];
  return parts.filter((part) => part !== undefined && part !== '').join(', ') || undefined;
}

/** Returns the original amount, if its currency differs. */
function readOriginal({ originalAmount, transactionAmount }: CardTransaction): Money | undefined {
  const original = parseMoney(originalAmount);
  return original && formatAmount(original, false) !== formatAmount(transactionAmount, false)
    ? original
    : undefined;
}
