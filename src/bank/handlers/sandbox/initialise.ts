import type { SandboxWorld } from '../../../wire/answers/sandbox.ts';
import { createOkResult } from '../../answer.ts';
import { createInitialData } from '../../domain/initial-data.ts';
import type { World } from '../../domain/world.ts';
import type { RequestContext } from '../../request-context.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { initialiseWorld } from '../../store/tables/world.ts';
import {
  ACCOUNT_ROUTES,
  ACCOUNT_TRANSACTION_ROUTES,
  CARD_ACCOUNT_ROUTES,
  formatCardAccount,
  formatSandboxAccount,
} from './accounts.ts';
import { AGREEMENT_ROUTES, CUSTOMER_ROUTES, formatAgreement, formatCustomer } from './customers.ts';
import { createOpeningBalances } from './resources.ts';

/** Formats the initial world: lists of the single shapes. @see D8-initial-data */
function formatWorld(exchange: RequestContext, data: World): SandboxWorld {
  return {
    customers: data.customers.map((customer) => formatCustomer(exchange, customer)),
    accounts: data.accounts.map(({ openingMinor, ...account }) =>
      formatSandboxAccount(exchange, account, createOpeningBalances(openingMinor)),
    ),
    cardAccounts: data.cardAccounts.map(({ openingMinor, ...card }) =>
      formatCardAccount(exchange, card, createOpeningBalances(openingMinor)),
    ),
    agreements: data.agreements.map((agreement) => formatAgreement(exchange, agreement, [])),
  };
}

/**
 * Resets the sandbox to its initial data; manual data, payments and sessions are removed.
 * @see I-sandbox-initialisation
 * @see D8-initial-data
 */
export const initialiseSandbox: Handler = function* (exchange) {
  const data = createInitialData(exchange.world.seed);
  yield* initialiseWorld(exchange.world, data);
  const { demo } = exchange.settings;
  const added = demo?.furnish && demo.isAddedAtReset ? yield* demo.furnish(exchange.world, data) : [];
  return createOkResult(formatWorld(exchange, { ...data, agreements: [...data.agreements, ...added] }));
};

/** The route of the reset. @see D1-sandbox-paths */
export const SANDBOX_ROUTES: readonly Route[] = [
  defineRoute('initialise sandbox', initialiseSandbox),
  ...CUSTOMER_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ACCOUNT_TRANSACTION_ROUTES,
  ...CARD_ACCOUNT_ROUTES,
  ...AGREEMENT_ROUTES,
];
