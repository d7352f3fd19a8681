import { pendingMinor } from '../../domain/ledger.ts';
import type { Handler } from '../../routes/route.ts';
import { listAccounts } from '../../store/tables/accounts.ts';
import { listCustomers } from '../../store/tables/customers.ts';
import { listPending } from '../../store/tables/payments.ts';
import { presentAccount, presentCustomer } from './present.ts';

/** Lists are top-level arrays of the single shape. @see decisions.md §8 */
export const listSandboxCustomers: Handler = function* (exchange) {
  const customers = yield* listCustomers();
  return { status: 200, json: customers.map((customer) => presentCustomer(exchange, customer)) };
};

/** @see interface.md Sandbox account */
export const listSandboxAccounts: Handler = function* (exchange) {
  const accounts = yield* listAccounts();
  const pending = yield* listPending();
  return {
    status: 200,
    json: accounts.map(({ account, balanceMinor, adjustmentMinor }) =>
      presentAccount(exchange, account, {
        closingBooked: balanceMinor,
        expected: balanceMinor + pendingMinor(account, pending) + adjustmentMinor,
      }),
    ),
  };
};
