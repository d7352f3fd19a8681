import type {
  ListedTransactions,
  MadeTransactions,
  Self,
  ShownTransaction,
} from '../../app/sandbox/transactions.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { added } from './added.ts';
import { of, WHOLE_UNITS, wholeUnits } from './owned.ts';

export type { ListedTransactions, MadeTransactions, Self, ShownTransaction };

type Transaction = ListedTransactions['items'][number];

/** A transaction as the account sees it: what it pays is below zero, and the other party is the counterparty. */
interface Seen {
  readonly transaction: Transaction;
  readonly isPaid: boolean;
}

function seenBy(self: Self | undefined): (transaction: Transaction) => Seen {
  return (transaction) => {
    const { bban, iban } = transaction.debtorAccount;
    return { transaction, isPaid: self !== undefined && (bban === self.bban || iban === self.iban) };
  };
}

function counterpartyOf({ transaction, isPaid }: Seen) {
  const { creditorName, creditorAccount, debtorName, debtorAccount } = transaction;
  const name = isPaid ? creditorName : debtorName;
  const { bban, iban } = isPaid ? creditorAccount : debtorAccount;
  return { name: name || undefined, account: bban || iban || undefined };
}

const id: Column<Seen> = {
  label: 'Transaction',
  kind: 'identifier',
  value: ({ transaction }) => transaction.transactionId,
  isQuiet: true,
};
const booked: Column<Seen> = {
  label: 'Booked',
  kind: 'date',
  value: ({ transaction }) => transaction.bookingDate,
};
const amount: Column<Seen> = {
  label: `Amount ${WHOLE_UNITS}`,
  kind: 'amount',
  value: ({ transaction: { amount: units, currency }, isPaid }) =>
    wholeUnits({ amount: isPaid ? -units : units, currency }),
};
const text: Column<Seen> = {
  label: 'Text',
  value: ({ transaction }) => transaction.remittanceInformationUnstructured || undefined,
};
const counterparty: Column<Seen> = { label: 'Counterparty', value: (seen) => counterpartyOf(seen).name };

const transactionTable = table<Seen, readonly Seen[]>(
  [booked, amount, counterparty, text, id],
  (rows) => rows,
  'No transactions. Add one:\npsd2 sandbox transactions add',
);

export function listedTransactions(self: Self | undefined): Presentation<ListedTransactions> {
  return of(transactionTable, ({ items }) => items.map(seenBy(self)));
}

const transactionCard = card<Seen>([
  id,
  booked,
  { label: 'Value date', kind: 'date', value: ({ transaction }) => transaction.valueDate },
  amount,
  counterparty,
  { label: 'Account', kind: 'identifier', value: (seen) => counterpartyOf(seen).account },
  text,
  { label: 'Purpose', value: ({ transaction }) => transaction.purposeCode || undefined },
  { label: 'Code', kind: 'identifier', value: ({ transaction }) => transaction.bankTransactionCode },
]);

export function shownTransaction(self: Self | undefined): Presentation<ShownTransaction> {
  return of(transactionCard, seenBy(self));
}

export const madeTransactions = added<MadeTransactions>(({ transactionIds }) => transactionIds);
