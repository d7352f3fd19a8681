import type { PaymentService } from '../values/products.ts';
import { type Link, link } from '../wire/link.ts';
import { isItem, type Order } from './domain/order.ts';
import type { MadeAs } from './domain/product-rules.ts';
import { canBeCancelled } from './domain/transitions.ts';
import type { Exchange } from './exchange.ts';

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
