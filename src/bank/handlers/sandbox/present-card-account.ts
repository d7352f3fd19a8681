import { link } from '../../../wire/link.ts';
import type { SandboxCardAccount } from '../../../wire/sandbox/card-account.ts';
import type { DetailsOfBalances } from '../../domain/sandbox-balances.ts';
import type { Exchange } from '../../exchange.ts';
import type { CardWithBalance } from '../../store/tables/cards.ts';
import { type Balances, balancesOf, presentBalances } from './present-balances.ts';

type Card = CardWithBalance['card'];

export function cardAccountHref(exchange: Exchange, cardAccountId: string): string {
  return exchange.href(`/v1/sandbox/card-accounts/${cardAccountId}`);
}

/** As it stands now. */
export function presentCard(exchange: Exchange, found: CardWithBalance): SandboxCardAccount {
  return presentCardAccount(exchange, found.card, balancesOf(found), found.details);
}

/** What was given, and what the bank adds. @see D8-card-members */
export function presentCardAccount(
  exchange: Exchange,
  card: Card,
  balances: Balances,
  details: DetailsOfBalances = {},
): SandboxCardAccount {
  const { resourceId, customerNumber, maskedPan, currency } = card;
  const self = cardAccountHref(exchange, resourceId);
  return {
    resourceId,
    customerNumber,
    maskedPan,
    currency,
    ...whatIsGiven(card),
    creditLimit: { currency, amount: card.creditLimit },
    relatedAccount: { identification: card.relatedAccount, schemeNameProprietary: 'creditCardAccount' },
    balances: presentBalances(balances, card).map((balance) => ({
      ...balance,
      ...details[balance.balanceType],
    })),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

/** A member that was not given is not shown. @see D8-card-members */
function whatIsGiven({ cardId, cardIdVNo, accountNumber, expiry, name, product, status }: Card) {
  return { cardId, cardIdVNo, accountNumber, expiry, name, product, status };
}
