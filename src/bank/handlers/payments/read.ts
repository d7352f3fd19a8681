import type { Op } from '../../../store/contract.ts';
import type { PaymentStatus } from '../../../wire/payment.ts';
import { canBeRead, type Order } from '../../domain/order.ts';
import { type Payment, shownFunds } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import { psuMessageOf } from '../../domain/psu-message.ts';
import type { Exchange } from '../../exchange.ts';
import { paymentLinks } from '../../payment-links.ts';
import { type Refusal, unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { loadOwnPayment } from './own-payment.ts';

/** The initiation as sent, and what the bank made of it. @see decisions.md §4 Read body */
export const readPayment: Handler = function* (exchange, world) {
  const order = yield* loadReadablePayment(exchange, world);
  if ('messages' in order) return order;
  const amounts = (payment: Payment) => ({
    instructedAmount: shownAmount(exchange, world, payment.amountMinor, payment.currency),
  });
  return {
    status: 200,
    json: {
      ...order.initiation,
      ...(order.service === 'bulk-payments' ? withAmounts(order, amounts) : amounts(order.payments[0])),
      paymentId: order.paymentId,
      ...dateInForce(order),
      transactionStatus: order.status,
      _links: paymentLinks(exchange, order),
    },
  };
};

/** @see decisions.md §4 Status body */
export const readPaymentStatus: Handler = function* (exchange, world) {
  const order = yield* loadReadablePayment(exchange, world);
  if ('messages' in order) return order;
  const fundsAvailable = shownFunds(order);
  const psuMessage = psuMessageOf(order);
  const status: PaymentStatus = {
    transactionStatus: order.status,
    paymentId: order.paymentId,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    ...(psuMessage === undefined ? {} : { psuMessage }),
    _links: paymentLinks(exchange, order),
  };
  return { status: 200, json: status };
};

/** A bulk's payments as sent, each with its amount as amounts are shown. */
function withAmounts({ initiation, payments }: Order, amounts: (payment: Payment) => object) {
  const sent = (initiation as { payments: readonly object[] }).payments;
  return {
    payments: payments.map((payment, place) => ({ ...sent[place], ...amounts(payment) })),
  };
}

/** A standing order has days of its own. */
function dateInForce(order: Order): { requestedExecutionDate?: string } {
  if (rulesOf(order).execution === 'none') return {};
  return { requestedExecutionDate: order.payments[0].effectiveDate };
}

/** A domestic payment can't be read before it is approved. @see decisions.md §4 Domestic */
function* loadReadablePayment(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const order = yield* loadOwnPayment(exchange, world);
  if ('messages' in order) return order;
  return canBeRead(order) ? order : unknownResource('payment');
}
