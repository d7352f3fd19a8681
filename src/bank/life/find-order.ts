import type { Op } from '../../store/contract.ts';
import { type Order, orderOfBulk, orderOfPayment } from '../domain/order.ts';
import { findBulk } from '../store/tables/bulks.ts';
import { findPayment, listPaymentsOfBulk } from '../store/tables/payments.ts';

/**
 * The payment or bulk with this number; a payment of a bulk has no paymentId that the TPP knows, and is not found.
 * @param sequence the number in the paymentId (`sequenceOf`)
 */
export function* findOrder(sequence: bigint): Op<Order | undefined> {
  const payment = yield* findPayment(sequence);
  if (payment) return payment.bulk === undefined ? orderOfPayment(payment) : undefined;
  const bulk = yield* findBulk(sequence);
  return bulk && orderOfBulk(bulk, yield* listPaymentsOfBulk(bulk.sequence));
}
