import { type Links, link } from '../wire/link.ts';
import type { Basket } from './domain/basket.ts';
import type { Exchange } from './exchange.ts';

export function basketHref(exchange: Exchange, { basketId }: Basket): string {
  return exchange.href(`/v1/signing-baskets/${basketId}`);
}

/** @see decisions.md §5: self, status, and startAuthorisation while it is to be authorised */
export function basketLinks(exchange: Exchange, basket: Basket): Links {
  const self = basketHref(exchange, basket);
  const isLive = basket.state === 'LIVE';
  return {
    self: isLive ? link(self, 'GET', 'DELETE') : link(self, 'GET'),
    status: link(`${self}/status`, 'GET'),
    ...(isLive ? { startAuthorisation: link(`${self}/authorisations`, 'POST') } : {}),
  };
}
