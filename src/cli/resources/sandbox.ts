import type { InitialisedSandbox } from '../../app.ts';
import { table } from '../presentation.ts';

export type { InitialisedSandbox };

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
    {
      label: 'Balance',
      align: 'right',
      value: ({ balances }) =>
        balances[0] && `${balances[0].balanceAmount.amount} ${balances[0].balanceAmount.currency}`,
    },
  ],
  ({ accounts, customers }) =>
    accounts.map((account) => ({
      ...account,
      owner:
        customers.find(({ customerNumber }) => customerNumber === account.customerNumber)?.customerName ?? '',
    })),
  'The sandbox has no accounts.',
);
