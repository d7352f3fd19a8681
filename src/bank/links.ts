import type { Currency } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import type { PaymentService } from '../values/products.ts';
import { fixInForce } from '../wire/accept-fix.ts';
import type { Amount } from '../wire/answers/shape.ts';
import { type Link, type Links, link } from '../wire/link.ts';
import { type Basket, isItem, type Order, type WholeBasket } from './domain/order.ts';
import { canBeCancelled, isUnapproved } from './domain/payment.ts';
import type { MadeAs } from './domain/product-rules.ts';
import type { Exchange } from './exchange.ts';
import type { WorldState } from './store/tables/world.ts';

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

/** The service and product that the path names. */
export function madeAsOf(exchange: Exchange): MadeAs {
  return { service: serviceOf(exchange), product: exchange.param('product') };
}

export function serviceOf({ route }: Exchange): PaymentService {
  if (route.service === undefined) throw new Error(`${route.operation} belongs to no payment service`);
  return route.service;
}

export function paymentHref(exchange: Exchange, { readAs, product, paymentId }: Order): string {
  return exchange.href(`/v1/${readAs}/${product}/${paymentId}`);
}

/** Whether the TPP can still cancel it, or some of a bulk; one of a bulk by itself it can't. */
export function isCancellable(order: Order): boolean {
  return !isItem(order) && order.payments.some(({ status }) => canBeCancelled(status));
}

/** The links that every answer about a payment has. @see D2-sca-status-link */
export function paymentLinks(exchange: Exchange, order: Order): Record<string, Link> {
  const self = paymentHref(exchange, order);
  const verbs = isCancellable(order) ? (['GET', 'DELETE'] as const) : (['GET'] as const);
  return { self: link(self, ...verbs), status: link(`${self}/status`, 'GET') };
}

/** An amount is a string, or a JSON number before that fix was the default. @see D3-accept-fix-cash-account-type */
export function shownAmount(
  exchange: Exchange,
  { bankNow }: WorldState,
  amountMinor: bigint,
  currency: Currency,
): Amount {
  const amount = formatAmount(amountMinor, currency);
  const asString = fixInForce('amountAsString', exchange.headerList('x-accept-fix'), bankNow);
  return { amount: asString ? amount : Number(amount), currency };
}
