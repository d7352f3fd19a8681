import type { Op } from '../../../store/contract.ts';
import { productNamed } from '../../../wire/products.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { type Refusal, refuse, unknownResource } from '../../refusal.ts';
import { findPayment } from '../../store/tables/payments.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * The payment of the path, when it is this TPP's and PSU's. No such payment, another TPP's, another PSU's, another
 * product's: one answer.
 * @see decisions.md §2 RESOURCE_UNKNOWN, §3 note 2
 */
export function* loadOwnPayment(exchange: Exchange, world: WorldState): Op<Payment | Refusal> {
  const sequence = sequenceOf(world.seed, 'payment', exchange.param('paymentId'));
  const payment = sequence === undefined ? undefined : yield* findPayment(sequence);
  const product = productNamed(exchange.param('product'));
  if (!payment || payment.tpp !== exchange.tpp || payment.service !== 'payments')
    return unknownResource('payment');
  if (productNamed(payment.product) !== product) return unknownResource('payment');
  if (payment.psu !== undefined && exchange.psu === undefined) return PSU_ID_MISSING;
  return payment.psu !== undefined && payment.psu !== exchange.psu ? unknownResource('payment') : payment;
}

const PSU_ID_MISSING = refuse(
  400,
  'HTTP_HEADER_REQUIRED',
  'PSU-ID is required: the PSU of this payment is known',
  'PSU-ID',
);
