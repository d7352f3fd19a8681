import type { Op } from '../../../store/contract.ts';
import { formatAmount } from '../../../values/money.ts';
import { fixInForce } from '../../../wire/accept-fix.ts';
import type { PaymentStatus } from '../../../wire/payment.ts';
import { canBeRead, type Payment, shownFunds } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { paymentLinks } from '../../payment-links.ts';
import { type Refusal, unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { loadOwnPayment } from './own-payment.ts';

/** The initiation as sent, and what the bank made of it. @see decisions.md §4 Read body */
export const readPayment: Handler = function* (exchange, world) {
  const found = yield* loadReadablePayment(exchange, world);
  if ('messages' in found) return found;
  return {
    status: 200,
    json: {
      ...found.initiation,
      instructedAmount: instructedAmount(exchange, world, found),
      paymentId: found.paymentId,
      requestedExecutionDate: found.effectiveDate,
      transactionStatus: found.status,
      _links: paymentLinks(exchange, found),
    },
  };
};

/** @see decisions.md §4 Status body */
export const readPaymentStatus: Handler = function* (exchange, world) {
  const found = yield* loadReadablePayment(exchange, world);
  if ('messages' in found) return found;
  const fundsAvailable = shownFunds(found);
  const status: PaymentStatus = {
    transactionStatus: found.status,
    paymentId: found.paymentId,
    ...(fundsAvailable === undefined ? {} : { fundsAvailable }),
    _links: paymentLinks(exchange, found),
  };
  return { status: 200, json: status };
};

/** Amounts are strings, or JSON numbers before that fix was the default. @see decisions.md §3 x-accept-fix */
function instructedAmount(exchange: Exchange, world: WorldState, payment: Payment) {
  const amount = formatAmount(payment.amountMinor, payment.currency);
  const asString = fixInForce('amountAsString', exchange.headerList('x-accept-fix'), world.bankNow);
  return { amount: asString ? amount : Number(amount), currency: payment.currency };
}

/** A domestic payment can't be read before it is approved. @see decisions.md §4 Domestic */
function* loadReadablePayment(exchange: Exchange, world: WorldState): Op<Payment | Refusal> {
  const payment = yield* loadOwnPayment(exchange, world);
  if ('messages' in payment) return payment;
  return canBeRead(payment) ? payment : unknownResource('payment');
}
