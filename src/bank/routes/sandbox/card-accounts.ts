import { sandboxCardBalances } from '../../../wire/sandbox/balance.ts';
import { sandboxCardAccount } from '../../../wire/sandbox/card-account.ts';
import { CARD_BOOKING_STATUSES, sandboxCardTransactions } from '../../../wire/sandbox/card-transaction.ts';
import type { QueryRule } from '../../exchange.ts';
import { updateSandboxCardAccountBalances } from '../../handlers/sandbox/balances.ts';
import { createSandboxCardAccount, readSandboxCardAccount } from '../../handlers/sandbox/card-accounts.ts';
import {
  createSandboxCardTransactions,
  listSandboxCardTransactions,
} from '../../handlers/sandbox/card-transactions.ts';
import { deleteSandboxCardAccount } from '../../handlers/sandbox/delete.ts';
import { listSandboxCardAccounts } from '../../handlers/sandbox/list.ts';
import type { Route } from '../route.ts';
import { rowOf } from '../row.ts';
import { PAGE, READ, WRITE } from './rules.ts';

/** Its case is ignored, as of all codes of the sandbox. @see D8-card-transaction-list, D3-sandbox-case */
const BOOKING_STATUS: QueryRule = {
  name: 'bookingStatus',
  holds: (value) => (CARD_BOOKING_STATUSES as readonly string[]).includes(value.toLowerCase()),
  expected: 'booked, pending or both',
  isRequired: true,
};

/** @see D1-sandbox-card-accounts */
export const CARD_ACCOUNT_ROUTES: readonly Route[] = [
  { ...READ, ...rowOf('list sandbox card accounts'), handler: listSandboxCardAccounts },
  {
    ...WRITE,
    ...rowOf('create sandbox card account'),
    body: () => sandboxCardAccount,
    handler: createSandboxCardAccount,
  },
  { ...READ, ...rowOf('read sandbox card account'), handler: readSandboxCardAccount },
  { ...WRITE, ...rowOf('delete sandbox card account'), handler: deleteSandboxCardAccount },
  {
    ...WRITE,
    ...rowOf('update sandbox card account balances'),
    body: () => sandboxCardBalances,
    handler: updateSandboxCardAccountBalances,
  },
  {
    ...WRITE,
    ...rowOf('create sandbox card account transactions'),
    body: () => sandboxCardTransactions,
    handler: createSandboxCardTransactions,
  },
  {
    ...READ,
    ...rowOf('list sandbox card account transactions'),
    query: [BOOKING_STATUS, ...PAGE],
    handler: listSandboxCardTransactions,
  },
];
