import type { SandboxWorld } from '../../../wire/answers/sandbox.ts';
import { answerOk } from '../../answer.ts';
import { initialData } from '../../domain/initial-data.ts';
import type { World } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { initialiseWorld } from '../../store/tables/world.ts';
import { ACCOUNT_ROUTES, ACCOUNT_TRANSACTION_ROUTES, presentAccount } from './accounts.ts';
import { CARD_ACCOUNT_ROUTES, presentCardAccount } from './card-accounts.ts';
import { AGREEMENT_ROUTES, CUSTOMER_ROUTES, presentAgreement, presentCustomer } from './customers.ts';
import { opened } from './resources.ts';

/** The initial world as the sandbox shows it: the single shapes, in lists. @see D8-initial-data */
function presentWorld(exchange: Exchange, data: World): SandboxWorld {
  return {
    customers: data.customers.map((customer) => presentCustomer(exchange, customer)),
    accounts: data.accounts.map((account) => presentAccount(exchange, account, opened(account))),
    cardAccounts: data.cardAccounts.map((card) => presentCardAccount(exchange, card, opened(card))),
    agreements: data.agreements.map((agreement) => presentAgreement(exchange, agreement, [])),
  };
}

/**
 * Puts the sandbox back to its initial data; what was created by hand, payments and sessions end.
 * @see I-sandbox-initialisation
 * @see D8-initial-data
 */
export const initialiseSandbox: Handler = function* (exchange, world) {
  const data = initialData(world.seed);
  yield* initialiseWorld(world, data);
  return answerOk(presentWorld(exchange, data));
};

/** @see D1-sandbox-paths */
export const SANDBOX_ROUTES: readonly Route[] = [
  defineRoute('initialise sandbox', initialiseSandbox),
  ...CUSTOMER_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ACCOUNT_TRANSACTION_ROUTES,
  ...CARD_ACCOUNT_ROUTES,
  ...AGREEMENT_ROUTES,
];
