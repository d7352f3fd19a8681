import type { Handler } from '../../routes/route.ts';
import { listAccounts } from '../../store/tables/accounts.ts';
import { listCards } from '../../store/tables/cards.ts';
import { listCustomers } from '../../store/tables/customers.ts';
import { listKidPolicies } from '../../store/tables/numbers.ts';
import { inOrder } from './in-order.ts';
import { presentAccount, presentCustomer } from './present.ts';
import { balancesOf } from './present-balances.ts';
import { presentCard } from './present-card-account.ts';

/** Lists are top-level arrays of the single shape. @see D8-lists, D8-list-order */
export const listSandboxCustomers: Handler = function* (exchange) {
  const customers = yield* listCustomers();
  return {
    status: 200,
    json: inOrder(customers, ({ customerNumber }) => [customerNumber]).map((customer) =>
      presentCustomer(exchange, customer),
    ),
  };
};

/** @see I-sandbox-account */
export const listSandboxAccounts: Handler = function* (exchange) {
  const accounts = yield* listAccounts();
  const kids = yield* listKidPolicies();
  const sorted = inOrder(accounts, ({ account }) => [
    account.customerNumber,
    account.accountName,
    account.bban,
  ]);
  const json = sorted.map((one) =>
    presentAccount(exchange, one.account, balancesOf(one), kids.get(one.account.bban)),
  );
  return { status: 200, json };
};

/** @see D8-transaction-list, D8-lists */
export const listSandboxCardAccounts: Handler = function* (exchange) {
  const cards = yield* listCards();
  return {
    status: 200,
    json: inOrder(cards, ({ card }) => [card.customerNumber, card.maskedPan, card.resourceId]).map((one) =>
      presentCard(exchange, one),
    ),
  };
};
