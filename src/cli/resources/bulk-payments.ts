import type { Column } from '../columns.ts';
import { table } from '../presentation.ts';
import { accountOf, moneyOf, referencesOf, type Shown, textOf } from './members.ts';

/** A payment of a bulk, as its read and its status list it. @see D4-status-body */
export interface Numbered {
  readonly number: number;
  readonly item: Shown;
}

/** Its place in the bulk first; what only the initiation or only the bank says of it is left out where it is not. */
const columns: readonly Column<Numbered>[] = [
  { label: 'No.', kind: 'count', value: ({ number }) => number },
  { label: 'Payment', kind: 'identifier', value: ({ item }) => textOf(item.paymentId) },
  { label: 'Creditor', value: ({ item }) => textOf(item.creditorName) },
  { label: 'Account', kind: 'identifier', value: ({ item }) => accountOf(item.creditorAccount) },
  { label: 'Amount', kind: 'amount', value: ({ item }) => moneyOf(item.instructedAmount) },
  { label: 'Message', value: ({ item }) => textOf(item.remittanceInformationUnstructured) },
  { label: 'Reference', value: ({ item }) => referencesOf(item) },
  { label: 'Funds available', value: ({ item }) => yesOrNo(item.fundsAvailable) },
  { label: 'Status', kind: 'status', value: ({ item }) => textOf(item.transactionStatus) },
];

export const bulkPayments = table<Numbered, readonly Numbered[]>(
  columns,
  (items) => items,
  'The bulk contains no payments.',
);

export function numbered(payments: readonly Shown[]): Numbered[] {
  return payments.map((item, place) => ({ number: place + 1, item }));
}

/** Undefined where the bank does not tell. */
export function yesOrNo(value: unknown): string | undefined {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
}
