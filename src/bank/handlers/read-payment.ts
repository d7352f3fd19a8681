import type { Op } from '../../store/contract.ts';
import { formatAmount } from '../../values/money.ts';
import { fixInForce } from '../../wire/accept-fix.ts';
import type { PaymentStatus } from '../../wire/payment.ts';
import { productNamed } from '../../wire/products.ts';
import { sequenceOf } from '../domain/ids.ts';
import { canBeRead, type Payment } from '../domain/payment.ts';
import type { Exchange } from '../exchange.ts';
import { paymentLinks } from '../payment-links.ts';
import { type Refusal, refuse, unknownResource } from '../refusal.ts';
import type { Handler } from '../routes/route.ts';
import { findPayment } from '../store/tables/payments.ts';
import type { WorldState } from '../store/tables/world.ts';

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
  const status: PaymentStatus = {
    transactionStatus: found.status,
    paymentId: found.paymentId,
    ...(found.fundsAvailable === undefined ? {} : { fundsAvailable: found.fundsAvailable }),
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

/**
 * The payment of the path, when this TPP and PSU may read it. No such payment, another TPP's, another PSU's,
 * another product's, and a domestic one not approved yet: one answer.
 * @see decisions.md §2 RESOURCE_UNKNOWN, §3 note 2, §4 Domestic
 */
function* loadReadablePayment(exchange: Exchange, world: WorldState): Op<Payment | Refusal> {
  const sequence = sequenceOf(world.seed, 'payment', exchange.param('paymentId'));
  const payment = sequence === undefined ? undefined : yield* findPayment(sequence);
  const product = productNamed(exchange.param('product'));
  if (!payment || payment.tpp !== exchange.tpp || payment.service !== 'payments')
    return unknownResource('payment');
  if (productNamed(payment.product) !== product) return unknownResource('payment');
  if (payment.psu !== undefined && exchange.psu === undefined) {
    return refuse(
      400,
      'HTTP_HEADER_REQUIRED',
      'PSU-ID is required: the PSU of this payment is known',
      'PSU-ID',
    );
  }
  if (payment.psu !== undefined && payment.psu !== exchange.psu) return unknownResource('payment');
  return canBeRead(payment) ? payment : unknownResource('payment');
}
