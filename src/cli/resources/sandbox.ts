import type { RanBatch } from '../../app/sandbox/batch.ts';
import type { ShownClock } from '../../app/sandbox/clock.ts';
import type { InitialisedSandbox, ListedAccounts } from '../../app/sandbox/world.ts';
import { card, table } from '../presentation.ts';
import { warnings } from './warnings.ts';

export type { InitialisedSandbox, ListedAccounts, RanBatch, ShownClock };

type ShownAccount = ListedAccounts['items'][number];

function balanceOf({ balances }: ShownAccount, type: string): string | undefined {
  const balance = balances.find(({ balanceType }) => balanceType === type);
  return balance && `${balance.balanceAmount.amount} ${balance.balanceAmount.currency}`;
}

export const listedAccounts = table<ShownAccount, ListedAccounts>(
  [
    { label: 'Customer', value: ({ customerNumber }) => customerNumber },
    { label: 'Account', value: ({ bban }) => bban, isId: true },
    { label: 'Kind', value: ({ accountName }) => accountName },
    { label: 'Booked', align: 'right', value: (account) => balanceOf(account, 'closingBooked') },
    { label: 'Expected', align: 'right', value: (account) => balanceOf(account, 'expected') },
  ],
  ({ items }) => items,
  'The sandbox has no accounts: psd2 sandbox init puts the initial data back.',
);

/** One line per account of the world that initialise made. */
export const initialisedSandbox = table<
  InitialisedSandbox['accounts'][number] & { owner: string },
  InitialisedSandbox
>(
  [
    { label: 'Customer', value: ({ customerNumber }) => customerNumber },
    { label: 'Name', value: ({ owner }) => owner },
    { label: 'Account', value: ({ bban }) => bban, isId: true },
    { label: 'Kind', value: ({ accountName }) => accountName },
    { label: 'Balance', align: 'right', value: (account) => balanceOf(account, 'closingBooked') },
  ],
  ({ accounts, customers }) =>
    accounts.map((account) => ({
      ...account,
      owner:
        customers.find(({ customerNumber }) => customerNumber === account.customerNumber)?.customerName ?? '',
    })),
  'The sandbox has no accounts.',
);

export const ranBatch = card<RanBatch>([
  { label: 'Bank day', value: ({ bankDay }) => bankDay },
  { label: 'Settled', value: ({ settled }) => `${settled}` },
  { label: 'Sent', value: ({ sent }) => `${sent}` },
  { label: 'Waiting', value: ({ waiting }) => `${waiting}` },
  { label: 'Rejected', value: ({ rejected }) => `${rejected}` },
  { label: 'Held', value: ({ held }) => `${held}` },
]);

export const shownClock = card<ShownClock>([
  { label: 'Now', value: ({ now }) => now },
  { label: 'Offset', value: ({ offsetSeconds }) => offsetText(offsetSeconds) },
  warnings,
]);

function offsetText(seconds: number): string {
  if (seconds === 0) return 'none: real time';
  return `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} real time`;
}
