import { minorOfWhole } from '../../../values/whole-units.ts';
import type { CardAccount } from '../../../wire/information/card-account.ts';
import { link } from '../../../wire/link.ts';
import type { Exchange } from '../../exchange.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { CardWithBalance } from '../../store/tables/cards.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { LIMITS, shownName, upTo } from './fitting.ts';
import { presentBalances, wantsBalances } from './present-balances.ts';

/** @see D7-card-account */
export function presentCard(exchange: Exchange, world: WorldState, found: CardWithBalance): CardAccount {
  const { resourceId, maskedPan, currency, name, product, creditLimit, relatedAccount } = found.card;
  const self = exchange.href(`/v1/card-accounts/${resourceId}`);
  return {
    resourceId,
    maskedPan,
    currency,
    name: name && shownName(exchange, world, name),
    product: upTo(LIMITS.product, product),
    creditLimit: shownAmount(exchange, world, minorOfWhole(creditLimit, currency), currency),
    relatedAccount: { identification: relatedAccount, schemeNameProprietary: 'creditCardAccount' },
    ...(wantsBalances(exchange) && { balances: presentBalances(exchange, world, found, found.card) }),
    _links: {
      self: link(self, 'GET'),
      balances: link(`${self}/balances`, 'GET'),
      transactions: link(`${self}/transactions`, 'GET'),
    },
  };
}
