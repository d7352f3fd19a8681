import type { Op } from '../../../store/contract.ts';
import { productNamed } from '../../../values/products.ts';
import { type Refusal, refuse, unknownResource } from '../../answer.ts';
import { orderedId, sequenceOf } from '../../domain/ids.ts';
import { isItem, type Order } from '../../domain/order.ts';
import type { Exchange } from '../../exchange.ts';
import { findReadable } from '../../life/orders.ts';
import { serviceOf } from '../../links.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * The payment or bulk of the path, when it is this TPP's and PSU's; a payment of a bulk is authorised and cancelled
 * with it.
 * @see D1-bulk-items
 */
export function* loadOwnPayment(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange, world);
  if ('messages' in order) return order;
  const [{ bulk }] = order.payments;
  if (bulk === undefined || !isItem(order)) return order;
  const whole = orderedId(world.seed, 'payment', bulk);
  const text = `the payment is part of bulk ${whole}: authorise or cancel the bulk`;
  return refuse(409, 'CONFLICT', text);
}

/**
 * The payment, bulk, or payment of a bulk of the path, when it is this TPP's and PSU's. No such payment, another TPP's,
 * another PSU's, another product's or service's: one answer.
 * @see D2-resource-unknown, D3-psu-of-payment, D1-read-other-product
 */
export function* loadReadable(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const sequence = sequenceOf(world.seed, 'payment', exchange.param('paymentId'));
  const order = sequence === undefined ? undefined : yield* findReadable(sequence);
  const product = productNamed(exchange.param('product'));
  const isOfPath = order?.readAs === serviceOf(exchange) && productNamed(order.product) === product;
  if (!order || !isOfPath || order.tpp !== exchange.tpp) return unknownResource('payment');
  return (yield* refuseOtherPsu(exchange, order, 'payment')) ?? order;
}

/**
 * Who may see what belongs to a PSU; nobody need be named while that PSU is unknown, or gone: of a customer that was
 * deleted no PSU-ID works.
 * @see D3-psu-of-payment
 * @see D8-psu-gone
 */
export function* refuseOtherPsu(
  exchange: Exchange,
  { psu }: { readonly psu?: string },
  what: string,
): Op<Refusal | undefined> {
  if (psu === undefined || psu === exchange.psu) return undefined;
  if (exchange.psu !== undefined) return unknownResource(what);
  if ((yield* findCustomerType(psu)) === undefined) return undefined;
  const text = `PSU-ID or X-PSU-IDENTITY is required, because this ${what} has a known PSU`;
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}
