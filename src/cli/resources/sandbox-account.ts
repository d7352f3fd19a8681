import type { ListedAccounts, ShownAccount } from '../../app/sandbox/accounts.ts';
import type { Owners } from '../../app/sandbox/data.ts';
import type { Initialised, InitialisedSandbox } from '../../app/sandbox/world.ts';
import { goneInWords, worldInWords } from '../../explain/world-in-words.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { bankMessages } from './members.ts';
import { balanceOf, type Owned, of, ownerColumns, WHOLE_UNITS, wholeUnits, withOwner } from './owned.ts';

export type { InitialisedSandbox, ListedAccounts, ShownAccount };

type Account = Owned<ListedAccounts['items'][number]>;

const account: Column<Account> = {
  label: 'Account',
  kind: 'identifier',
  value: ({ bban }) => bban,
  isQuiet: true,
};
const kind: Column<Account> = { label: 'Kind', value: ({ accountName }) => accountName };
const booked: Column<Account> = {
  label: `Booked ${WHOLE_UNITS}`,
  kind: 'amount',
  value: (account) => balanceOf(account, 'closingBooked'),
};
const expected: Column<Account> = {
  label: `Expected ${WHOLE_UNITS}`,
  kind: 'amount',
  value: (account) => balanceOf(account, 'expected'),
};

const accountTable = table<Account, readonly Account[]>(
  [...ownerColumns, account, kind, booked, expected],
  (rows) => rows,
  'The sandbox has no accounts. Create one, or restore the initial data:\npsd2 sandbox account create\npsd2 sandbox init',
);

export function listedAccounts(owners: Owners): Presentation<ListedAccounts> {
  return of(accountTable, ({ items }) => items.map((item) => withOwner(item, owners)));
}

const accountCard = card<Account>([
  account,
  { label: 'IBAN', kind: 'identifier', value: ({ iban }) => iban },
  kind,
  ...ownerColumns,
  {
    label: 'Product',
    value: ({ product, accountName }) => (product === accountName ? undefined : product),
  },
  { label: 'Type', value: ({ cashAccountType }) => cashAccountType },
  {
    label: `Credit line ${WHOLE_UNITS}`,
    kind: 'amount',
    value: ({ creditLine, currency }) => wholeUnits({ amount: creditLine, currency }),
  },
  booked,
  expected,
  { label: 'ID', kind: 'identifier', value: ({ id }) => id },
  ...bankMessages,
]);

/** One account, made, read or with new balances. */
export function shownAccount(owners: Owners): Presentation<ShownAccount> {
  return of(accountCard, (item) => withOwner(item, owners));
}

/** One line per account of the world that initialise made. */
export const initialisedSandbox = table<Account, InitialisedSandbox>(
  [...ownerColumns, account, kind, { ...booked, label: `Balance ${WHOLE_UNITS}` }],
  ({ accounts, customers }) => {
    const names = new Map(
      customers.map(({ customerNumber, customerName }) => [customerNumber, customerName]),
    );
    return accounts.map((item) => withOwner(item, names));
  },
  'The sandbox has no accounts.',
);

/** What went and what was made, beside the accounts that there are now. @see C-init-asks */
export function initialisedInWords({ made, gone }: Initialised): string {
  const { customers, accounts, cardAccounts, agreements } = made;
  const now = worldInWords({
    customers: customers.length,
    accounts: accounts.length,
    cardAccounts: cardAccounts.length,
    agreements: agreements.length,
  });
  return [...(gone === undefined ? [] : [goneInWords(gone)]), `Made: ${now}.`].join('\n');
}
