import type { ListedTransactions, ReadTransaction, Transaction } from '../../accounts/transactions.ts';
import type { Column } from '../columns.ts';
import type { CsvColumn } from '../csv.ts';
import { card, type Presentation } from '../presentation.ts';
import { digitsOf } from '../shown-values.ts';
import type { Listed } from '../whole-list.ts';
import { type ListShape, listedIn, statusColumn, toneOf } from './listed.ts';
import { accountOf, moneyOf, referencesOf } from './members.ts';
import { of } from './owned.ts';

export type { ListedTransactions, ReadTransaction, Transaction };

type Row = Listed<Transaction>;

/** Whom it was paid to, or who paid: the sign says which. */
function counterpartyOf({ transactionAmount, ...one }: Transaction) {
  const isPaid = digitsOf(transactionAmount).startsWith('-');
  return isPaid
    ? { name: one.creditorName, account: accountOf(one.creditorAccount) }
    : { name: one.debtorName, account: accountOf(one.debtorAccount) };
}

function textOf(one: Transaction): string | undefined {
  return one.remittanceInformationUnstructured ?? referencesOf(one);
}

const id: Column<Transaction> = {
  label: 'Transaction',
  kind: 'identifier',
  value: ({ transactionId }) => transactionId,
  isQuiet: true,
};
const text: Column<Transaction> = { label: 'Text', value: textOf };
const amount: Column<Transaction> = {
  label: 'Amount',
  kind: 'change',
  value: ({ transactionAmount }) => moneyOf(transactionAmount),
  tone: ({ transactionAmount }) => toneOf(moneyOf(transactionAmount)),
};

/** Of an account: what is pending is told by the day on which it is to be booked. @see C-transactions */
export const transactionShape: ListShape<Transaction> = {
  word: 'transactions',
  date: ({ bookingDate, valueDate }) => bookingDate ?? valueDate,
  columns: [
    text,
    {
      label: 'Counterparty',
      value: (one) => counterpartyOf(one).name ?? counterpartyOf(one).account,
    },
    amount,
  ],
  id,
};

export const listedTransactions = (status: string): Presentation<ListedTransactions> =>
  listedIn(transactionShape, status, ({ transactions }) => transactions);

const transactionCard = card<Transaction>([
  id,
  statusColumn(({ bookingDate }) => (bookingDate === undefined ? 'pending' : 'booked')),
  { label: 'Booked', kind: 'date', value: ({ bookingDate }) => bookingDate },
  { label: 'Value date', kind: 'date', value: ({ valueDate }) => valueDate },
  amount,
  { label: 'Counterparty', value: (one) => counterpartyOf(one).name },
  { label: 'Account', kind: 'identifier', value: (one) => counterpartyOf(one).account },
  text,
  {
    label: 'Reference',
    value: (one) => (one.remittanceInformationUnstructured === undefined ? undefined : referencesOf(one)),
  },
  { label: 'Purpose', value: ({ purposeCode }) => purposeCode },
  { label: 'Code', kind: 'identifier', value: ({ bankTransactionCode }) => bankTransactionCode },
  { label: 'End-to-end ID', kind: 'identifier', value: ({ endToEndId }) => endToEndId },
  { label: 'Creditor ID', kind: 'identifier', value: ({ creditorId }) => creditorId },
  { label: 'Ultimate creditor', value: ({ ultimateCreditor }) => ultimateCreditor },
  { label: 'Ultimate debtor', value: ({ ultimateDebtor }) => ultimateDebtor },
]);

export const readTransaction: Presentation<ReadTransaction> = of(
  transactionCard,
  ({ transactionsDetails }) => transactionsDetails.transactionDetails,
);

/** @see C-transactions-csv */
export const transactionCsv: readonly CsvColumn<Row>[] = [
  { name: 'bookingStatus', value: ({ bookingStatus }) => bookingStatus },
  { name: 'bookingDate', value: ({ entry }) => entry.bookingDate },
  { name: 'valueDate', value: ({ entry }) => entry.valueDate },
  { name: 'amount', value: ({ entry }) => digitsOf(entry.transactionAmount) },
  { name: 'currency', value: ({ entry }) => entry.transactionAmount.currency },
  { name: 'creditorName', value: ({ entry }) => entry.creditorName },
  { name: 'creditorBban', value: ({ entry }) => entry.creditorAccount?.bban },
  { name: 'creditorIban', value: ({ entry }) => entry.creditorAccount?.iban },
  { name: 'debtorName', value: ({ entry }) => entry.debtorName },
  { name: 'debtorBban', value: ({ entry }) => entry.debtorAccount?.bban },
  { name: 'debtorIban', value: ({ entry }) => entry.debtorAccount?.iban },
  {
    name: 'remittanceInformationUnstructured',
    value: ({ entry }) => entry.remittanceInformationUnstructured,
  },
  { name: 'remittanceInformationStructured', value: ({ entry }) => referencesOf(entry) },
  { name: 'purposeCode', value: ({ entry }) => entry.purposeCode },
  { name: 'bankTransactionCode', value: ({ entry }) => entry.bankTransactionCode },
  { name: 'endToEndId', value: ({ entry }) => entry.endToEndId },
  { name: 'entryReference', value: ({ entry }) => entry.entryReference },
  { name: 'transactionId', value: ({ entry }) => entry.transactionId },
];
