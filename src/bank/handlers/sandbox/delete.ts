import type { Op } from '../../../store/contract.ts';
import { unknownResource } from '../../answer.ts';
import { deleteCustomer, deleteOwned } from '../../deleting.ts';
import type { Handler } from '../../routes/route.ts';
import { findOwnedAccount, findOwnedCard, type Owned } from '../../store/tables/accounts.ts';
import { findCustomer } from '../../store/tables/customers.ts';

/** @see D8-deleting-customer */
export const deleteSandboxCustomer: Handler = function* (exchange, world) {
  const customer = yield* findCustomer(exchange.param('customerId'));
  if (!customer) return unknownResource('customer');
  yield* deleteCustomer(world, customer.customerNumber);
  return { status: 204 };
};

/** @see D8-deleting */
export const deleteSandboxAccount = deleting('account', (exchange) =>
  findOwnedAccount(exchange.param('mockAccountId')),
);

/** @see D8-deleting */
export const deleteSandboxCardAccount = deleting('card account', (exchange) =>
  findOwnedCard(exchange.param('mockCardAccountId')),
);

function deleting(what: string, find: (exchange: Parameters<Handler>[0]) => Op<Owned | undefined>): Handler {
  return function* (exchange, world) {
    const owned = yield* find(exchange);
    if (!owned) return unknownResource(what);
    yield* deleteOwned(world, owned);
    return { status: 204 };
  };
}
