import { type Link, link } from '../wire/link.ts';
import type { Payment } from './domain/payment.ts';
import { canBeCancelled } from './domain/transitions.ts';
import type { Exchange } from './exchange.ts';

export function paymentHref(exchange: Exchange, payment: Payment): string {
  return exchange.href(`/v1/${payment.service}/${payment.product}/${payment.paymentId}`);
}

/** The links that every answer about a payment has. @see decisions.md §2 Links */
export function paymentLinks(exchange: Exchange, payment: Payment): Record<string, Link> {
  const self = paymentHref(exchange, payment);
  const verbs = canBeCancelled(payment.status) ? (['GET', 'DELETE'] as const) : (['GET'] as const);
  return { self: link(self, ...verbs), status: link(`${self}/status`, 'GET') };
}
