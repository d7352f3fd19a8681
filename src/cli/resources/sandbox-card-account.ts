import type {
  ListedCardAccounts,
  ListedCardTransactions,
  MadeCardTransactions,
  ShownCardAccount,
} from '../../app/sandbox/card-accounts.ts';
import type { Owners } from '../../app/sandbox/data.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { added } from './added.ts';
import { bankMessages } from './members.ts';
import { balanceOf, type Owned, of, ownerColumns, WHOLE_UNITS, wholeUnits, withOwner } from './owned.ts';

export type { ListedCardAccounts, ListedCardTransactions, MadeCardTransactions, ShownCardAccount };

type CardAccount = Owned<ListedCardAccounts['items'][number]>;

const pan: Column<CardAccount> = { label: 'Card', kind: 'identifier', value: ({ maskedPan }) => maskedPan };
const limit: Column<CardAccount> = {
  label: `Credit limit ${WHOLE_UNITS}`,
  kind: 'amount',
  value: ({ creditLimit }) => wholeUnits(creditLimit),
};
const booked: Column<CardAccount> = {
  label: `Booked ${WHOLE_UNITS}`,
  kind: 'amount',
  value: (account) => balanceOf(account, 'closingBooked'),
};
const id: Column<CardAccount> = {
  label: 'ID',
  kind: 'identifier',
  value: ({ resourceId }) => resourceId,
  isQuiet: true,
};

const cardTable = table<CardAccount, readonly CardAccount[]>(
  [...ownerColumns, pan, limit, booked, id],
  (rows) => rows,
  'The sandbox has no card accounts. Create one, or restore the initial data:\npsd2 sandbox card-account create\npsd2 sandbox init',
);

export function listedCardAccounts(owners: Owners): Presentation<ListedCardAccounts> {
  return of(cardTable, ({ items }) => items.map((item) => withOwner(item, owners)));
}

const cardCard = card<CardAccount>([
  pan,
  ...ownerColumns,
  { label: 'Product', value: ({ product }) => product },
  { label: 'Status', value: ({ status }) => status },
  limit,
  booked,
  { label: `Expected ${WHOLE_UNITS}`, kind: 'amount', value: (account) => balanceOf(account, 'expected') },
  { label: 'Reference', kind: 'identifier', value: ({ relatedAccount }) => relatedAccount.identification },
  id,
  ...bankMessages,
]);

/** One card account, made, read or with new balances; its reference is what a payment from it gives. */
export function shownCardAccount(owners: Owners): Presentation<ShownCardAccount> {
  return of(cardCard, (item) => withOwner(item, owners));
}

export const madeCardTransactions = added<MadeCardTransactions>(
  ({ cardTransactionIds }) => cardTransactionIds,
);

type CardTransaction = ListedCardTransactions['cardTransactions']['booked'][number];

/** Of a pending one the bank tells the id alone. */
type Line = Partial<CardTransaction> & { readonly cardTransactionId: string };

export const listedCardTransactions = table<Line, ListedCardTransactions>(
  [
    { label: `Booked ${WHOLE_UNITS}`, kind: 'date', value: ({ bookingDate }) => bookingDate ?? 'pending' },
    { label: 'Bought', kind: 'date', value: ({ transactionDate }) => transactionDate || undefined },
    {
      label: `Amount ${WHOLE_UNITS}`,
      kind: 'amount',
      value: ({ transactionAmount }) => transactionAmount && wholeUnits(transactionAmount),
    },
    {
      label: `Original ${WHOLE_UNITS}`,
      kind: 'amount',
      value: ({ originalAmount }) => originalAmount && wholeUnits(originalAmount),
    },
    { label: 'MCC', value: ({ merchantCategoryCode }) => merchantCategoryCode || undefined },
    {
      label: 'Transaction',
      kind: 'identifier',
      value: ({ cardTransactionId }) => cardTransactionId || undefined,
      isQuiet: true,
    },
  ],
  ({ cardTransactions: { booked: known, pending } }) => [
    ...pending.map((cardTransactionId) => ({ cardTransactionId })),
    ...known,
  ],
  'No transactions. Add one:\npsd2 sandbox card-transactions add',
);
