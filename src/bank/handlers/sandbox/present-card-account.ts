import { link } from '../../../wire/link.ts';
import type { SandboxCardAccount } from '../../../wire/sandbox/card-account.ts';
import type { CardAccount } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { type Balances, presentBalances } from './present-balances.ts';

/** @see decisions.md §8 Card account */
export function presentCardAccount(
  exchange: Exchange,
  card: CardAccount,
  balances: Balances,
): SandboxCardAccount {
  const { resourceId, customerNumber, maskedPan, currency, name, product, status } = card;
  const self = exchange.href(`/v1/sandbox/card-accounts/${resourceId}`);
  return {
    resourceId,
    customerNumber,
    maskedPan,
    currency,
    name,
    product,
    status,
    creditLimit: { currency, amount: card.creditLimit },
    relatedAccount: { identification: card.relatedAccount, schemeNameProprietary: 'creditCardAccount' },
    balances: presentBalances(balances, card),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}
