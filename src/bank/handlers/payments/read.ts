import type { Op } from '../../../store/contract.ts';
import type { PaymentStanding, PaymentStatus } from '../../../wire/payment.ts';
import { type Refusal, unknownResource } from '../../answer.ts';
import { canBeRead, type Order, psuMessageOf } from '../../domain/order.ts';
import { type Payment, shownFunds } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { paymentLinks } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { loadReadable } from './own-payment.ts';
import { rejectionMessages } from './rejection-messages.ts';

/** The initiation as sent, and what the bank made of it. @see D4-read-body */
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
      ...(isBulk(order) ? paymentsAsSent(order, amounts) : amounts(order.payments[0])),
      paymentId: order.paymentId,
      ...dateInForce(order),
      transactionStatus: order.status,
      _links: paymentLinks(exchange, order),
    },
  };
};

/** @see D4-status-body */
export const readPaymentStatus: Handler = function* (exchange, world) {
  const order = yield* loadReadablePayment(exchange, world);
  if ('messages' in order) return order;
  const psuMessage = psuMessageOf(order);
  const tppMessages = rejectionMessages(order);
  const status: PaymentStatus = {
    ...standing(order),
    ...(isBulk(order) ? { payments: order.payments.map(standing) } : {}),
    ...(psuMessage === undefined ? {} : { psuMessage }),
    ...(tppMessages.length === 0 ? {} : { tppMessages }),
    _links: paymentLinks(exchange, order),
  };
  return { status: 200, json: status };
};

function isBulk({ readAs }: Order): boolean {
  return readAs === 'bulk-payments';
}

/** How a payment stands, alone or in a bulk, or the bulk. @see I-funds-available */
function standing(one: Pick<Payment, 'paymentId' | 'status' | 'fundsAvailable'>): PaymentStanding {
  const fundsAvailable = shownFunds(one);
  return {
    transactionStatus: one.status,
    paymentId: one.paymentId,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
  };
}

/** A bulk's payments as sent, each with its amount as amounts are shown, and how it stands. @see D4-bulk-payments */
function paymentsAsSent({ initiation, payments }: Order, amounts: (payment: Payment) => object) {
  const sent = (initiation as { payments: readonly object[] }).payments;
  return {
    payments: payments.map((payment, place) => ({
      ...sent[place],
      ...amounts(payment),
      ...standing(payment),
    })),
  };
}

/** A standing order has days of its own. */
function dateInForce(order: Order): { requestedExecutionDate?: string } {
  if (rulesOf(order).execution === 'none') return {};
  return { requestedExecutionDate: order.payments[0].effectiveDate };
}

/** A domestic payment can't be read before it is approved. @see D4-domestic-read */
function* loadReadablePayment(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange, world);
  if ('messages' in order) return order;
  return canBeRead(order) ? order : unknownResource('payment');
}
