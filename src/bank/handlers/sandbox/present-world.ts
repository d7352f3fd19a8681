import type { SandboxWorld } from '../../../wire/sandbox/world.ts';
import type { World } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { presentAccount, presentCustomer } from './present.ts';
import { presentAgreement } from './present-agreement.ts';
import { opened } from './present-balances.ts';
import { presentCardAccount } from './present-card-account.ts';

/** The initial world as the sandbox shows it: the single shapes, in lists. @see D8-initial-data */
export function presentWorld(exchange: Exchange, data: World): SandboxWorld {
  return {
    customers: data.customers.map((customer) => presentCustomer(exchange, customer)),
    accounts: data.accounts.map((account) => presentAccount(exchange, account, opened(account))),
    cardAccounts: data.cardAccounts.map((card) => presentCardAccount(exchange, card, opened(card))),
    agreements: data.agreements.map((agreement) => presentAgreement(exchange, agreement, [])),
  };
}
