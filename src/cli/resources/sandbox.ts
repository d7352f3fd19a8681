import type { RanBatch } from '../../app/sandbox/batch.ts';
import type { ShownClock } from '../../app/sandbox/clock.ts';
import type { InitialisedSandbox, ListedAccounts, Owners } from '../../app/sandbox/world.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';
import type { Money } from '../shown-values.ts';
import { bankMessages } from './bank-messages.ts';

export type { InitialisedSandbox, ListedAccounts, Owners, RanBatch, ShownClock };

type ShownAccount = ListedAccounts['items'][number];

/** The sandbox tells whole units: no decimals are added that nobody knows. @see interface.md Sandbox account */
function balanceOf({ balances }: ShownAccount, type: string): Money | undefined {
  const balance = balances.find(({ balanceType }) => balanceType === type)?.balanceAmount;
  return balance && { amount: String(balance.amount), currency: balance.currency };
}

/** An account beside the name of its owner, which its resource has not. */
interface Owned {
  readonly account: ShownAccount;
  readonly owner: string | undefined;
}

const ownedColumns: readonly Column<Owned>[] = [
  { label: 'Customer', kind: 'identifier', value: ({ account }) => account.customerNumber },
  { label: 'Name', value: ({ owner }) => owner },
  { label: 'Account', kind: 'identifier', value: ({ account }) => account.bban, isQuiet: true },
  { label: 'Kind', value: ({ account }) => account.accountName },
];

/** @param owners names by customerNumber */
export function listedAccounts(owners: Owners): Presentation<ListedAccounts> {
  return table<Owned, ListedAccounts>(
    [
      ...ownedColumns,
      { label: 'Booked', kind: 'amount', value: ({ account }) => balanceOf(account, 'closingBooked') },
      { label: 'Expected', kind: 'amount', value: ({ account }) => balanceOf(account, 'expected') },
    ],
    ({ items }) => items.map((account) => ({ account, owner: owners.get(account.customerNumber) })),
    'The sandbox has no accounts. What puts the initial data back:\npsd2 sandbox init',
  );
}

/** One line per account of the world that initialise made. */
export const initialisedSandbox = table<Owned, InitialisedSandbox>(
  [
    ...ownedColumns,
    { label: 'Balance', kind: 'amount', value: ({ account }) => balanceOf(account, 'closingBooked') },
  ],
  ({ accounts, customers }) => {
    const names = new Map(
      customers.map(({ customerNumber, customerName }) => [customerNumber, customerName]),
    );
    return accounts.map((account) => ({ account, owner: names.get(account.customerNumber) }));
  },
  'The sandbox has no accounts.',
);

export const ranBatch = card<RanBatch>([
  { label: 'Bank day', kind: 'date', value: ({ bankDay }) => bankDay },
  { label: 'Settled', value: ({ settled }) => `${settled}` },
  { label: 'Sent', value: ({ sent }) => `${sent}` },
  { label: 'Waiting', value: ({ waiting }) => `${waiting}` },
  { label: 'Rejected', value: ({ rejected }) => `${rejected}` },
  { label: 'Held', value: ({ held }) => `${held}` },
]);

export const shownClock = card<ShownClock>([
  { label: 'Now', kind: 'date', value: ({ now }) => now, isQuiet: true },
  { label: 'Clock', value: ({ offsetSeconds }) => (offsetSeconds === 0 ? 'real time' : undefined) },
  {
    label: 'Ahead of real time',
    kind: 'duration',
    value: ({ offsetSeconds }) => (offsetSeconds > 0 ? offsetSeconds : undefined),
  },
  {
    label: 'Behind real time',
    kind: 'duration',
    value: ({ offsetSeconds }) => (offsetSeconds < 0 ? -offsetSeconds : undefined),
  },
  ...bankMessages,
]);
