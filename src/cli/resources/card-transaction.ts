import type { CardTransaction, ListedCardTransactions } from '../../accounts/transactions.ts';
import type { CsvColumn } from '../csv.ts';
import type { Presentation } from '../presentation.ts';
import { amountText, digitsOf, type Money } from '../shown-values.ts';
import type { Listed } from '../whole-list.ts';
import { type ListShape, listedIn, toneOf } from './listed.ts';
import { moneyOf } from './members.ts';

export type { CardTransaction, ListedCardTransactions };

type Row = Listed<CardTransaction>;

/** Of a card: bought on another day than it is booked on, perhaps in another currency. @see C-transactions */
export const cardTransactionShape: ListShape<CardTransaction> = {
  word: 'card transactions',
  date: ({ bookingDate, transactionDate }) => bookingDate ?? transactionDate,
  columns: [
    { label: 'Text', value: ({ transactionDetails }) => transactionDetails },
    { label: 'Merchant', value: merchantOf },
    { label: 'Original', kind: 'change', value: originalOf },
    {
      label: 'Amount',
      kind: 'change',
      value: ({ transactionAmount }) => moneyOf(transactionAmount),
      tone: ({ transactionAmount }) => toneOf(moneyOf(transactionAmount)),
    },
  ],
  id: {
    label: 'Transaction',
    kind: 'identifier',
    value: ({ cardTransactionId }) => cardTransactionId,
    isQuiet: true,
  },
};

function merchantOf({ cardAcceptorId, cardAcceptorAddress }: CardTransaction): string | undefined {
  const parts = [cardAcceptorId, cardAcceptorAddress?.townName, cardAcceptorAddress?.country];
  return parts.filter((part) => part !== undefined && part !== '').join(', ') || undefined;
}

/** Where it was another one. */
function originalOf({ originalAmount, transactionAmount }: CardTransaction): Money | undefined {
  const original = moneyOf(originalAmount);
  return original && amountText(original, false) !== amountText(transactionAmount, false)
    ? original
    : undefined;
}

export const listedCardTransactions = (status: string): Presentation<ListedCardTransactions> =>
  listedIn(cardTransactionShape, status, ({ cardTransactions }) => cardTransactions);

/** @see C-transactions-csv */
export const cardTransactionCsv: readonly CsvColumn<Row>[] = [
  { name: 'bookingStatus', value: ({ bookingStatus }) => bookingStatus },
  { name: 'bookingDate', value: ({ entry }) => entry.bookingDate },
  { name: 'transactionDate', value: ({ entry }) => entry.transactionDate },
  { name: 'amount', value: ({ entry }) => digitsOf(entry.transactionAmount) },
  { name: 'currency', value: ({ entry }) => entry.transactionAmount.currency },
  { name: 'originalAmount', value: ({ entry }) => entry.originalAmount && digitsOf(entry.originalAmount) },
  { name: 'originalCurrency', value: ({ entry }) => entry.originalAmount?.currency },
  { name: 'markupFee', value: ({ entry }) => entry.markupFee && digitsOf(entry.markupFee) },
  { name: 'markupFeePercentage', value: ({ entry }) => entry.markupFeePercentage },
  { name: 'transactionDetails', value: ({ entry }) => entry.transactionDetails },
  { name: 'cardAcceptorId', value: ({ entry }) => entry.cardAcceptorId },
  { name: 'townName', value: ({ entry }) => entry.cardAcceptorAddress?.townName },
  { name: 'country', value: ({ entry }) => entry.cardAcceptorAddress?.country },
  { name: 'merchantCategoryCode', value: ({ entry }) => entry.merchantCategoryCode },
  { name: 'maskedPAN', value: ({ entry }) => entry.maskedPAN },
  { name: 'terminalId', value: ({ entry }) => entry.terminalId },
  { name: 'invoiced', value: ({ entry }) => entry.invoiced },
  { name: 'proprietaryBankTransactionCode', value: ({ entry }) => entry.proprietaryBankTransactionCode },
  { name: 'cardTransactionId', value: ({ entry }) => entry.cardTransactionId },
];
