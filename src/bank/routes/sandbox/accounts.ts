import { sandboxAccount } from '../../../wire/sandbox/account.ts';
import { sandboxBalances } from '../../../wire/sandbox/balance.ts';
import { sandboxTransactions } from '../../../wire/sandbox/transaction.ts';
import { createSandboxAccount, readSandboxAccount } from '../../handlers/sandbox/accounts.ts';
import { updateSandboxAccountBalances } from '../../handlers/sandbox/balances.ts';
import { createSandboxTransactions } from '../../handlers/sandbox/create-transactions.ts';
import { deleteSandboxAccount } from '../../handlers/sandbox/delete.ts';
import { listSandboxAccounts } from '../../handlers/sandbox/list.ts';
import { listSandboxTransactions, readSandboxTransaction } from '../../handlers/sandbox/transactions.ts';
import type { Route } from '../route.ts';
import { rowOf } from '../row.ts';
import { PAGE, READ, WRITE } from './rules.ts';

/** @see D1-sandbox-accounts */
export const ACCOUNT_ROUTES: readonly Route[] = [
  { ...READ, ...rowOf('list sandbox accounts'), handler: listSandboxAccounts },
  {
    ...WRITE,
    ...rowOf('create sandbox account'),
    body: () => sandboxAccount,
    handler: createSandboxAccount,
  },
  { ...READ, ...rowOf('read sandbox account'), handler: readSandboxAccount },
  { ...WRITE, ...rowOf('delete sandbox account'), handler: deleteSandboxAccount },
  {
    ...WRITE,
    ...rowOf('update sandbox account balances'),
    body: () => sandboxBalances,
    handler: updateSandboxAccountBalances,
  },
  {
    ...WRITE,
    ...rowOf('create sandbox account transactions'),
    body: () => sandboxTransactions,
    handler: createSandboxTransactions,
  },
  {
    ...READ,
    ...rowOf('list sandbox account transactions'),
    query: PAGE,
    handler: listSandboxTransactions,
  },
  { ...READ, ...rowOf('read sandbox account transaction'), handler: readSandboxTransaction },
];
