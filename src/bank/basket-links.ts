import { type Links, link } from '../wire/link.ts';
import type { Basket, WholeBasket } from './domain/basket.ts';
import { isUnapproved } from './domain/transitions.ts';
import type { Exchange } from './exchange.ts';

export function basketHref(exchange: Exchange, { basketId }: Basket): string {
  return exchange.href(`/v1/signing-baskets/${basketId}`);
}

/** @see D5-basket-created */
export function basketLinks(exchange: Exchange, basket: WholeBasket): Links {
  const self = basketHref(exchange, basket);
  const isLive = basket.state === 'LIVE';
  const isWaiting = isLive && basket.payments.some(({ status }) => isUnapproved(status));
  return {
    self: isLive ? link(self, 'GET', 'DELETE') : link(self, 'GET'),
    status: link(`${self}/status`, 'GET'),
    ...(isWaiting ? { startAuthorisation: link(`${self}/authorisations`, 'POST') } : {}),
  };
}
