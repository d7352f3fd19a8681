import type { Op } from '../../../store/contract.ts';
import { productNamed } from '../../../values/products.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import type { Exchange } from '../../exchange.ts';
import { findOrder } from '../../life/find-order.ts';
import { serviceOf } from '../../payment-links.ts';
import { type Refusal, refuse, unknownResource } from '../../refusal.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * The payment or bulk of the path, when it is this TPP's and PSU's. No such payment, another TPP's, another PSU's,
 * another product's or service's: one answer.
 * @see decisions.md §2 RESOURCE_UNKNOWN, §3 note 2
 */
export function* loadOwnPayment(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const sequence = sequenceOf(world.seed, 'payment', exchange.param('paymentId'));
  const order = sequence === undefined ? undefined : yield* findOrder(sequence);
  const product = productNamed(exchange.param('product'));
  const isOfPath = order?.service === serviceOf(exchange) && productNamed(order.product) === product;
  if (!order || !isOfPath || order.tpp !== exchange.tpp) return unknownResource('payment');
  return refuseOtherPsu(exchange, order, 'payment') ?? order;
}

/** Who may see what belongs to a PSU; nobody need be named while that PSU is unknown. @see decisions.md §3 note 2 */
export function refuseOtherPsu(
  exchange: Exchange,
  { psu }: { readonly psu?: string },
  what: string,
): Refusal | undefined {
  if (psu === undefined || psu === exchange.psu) return undefined;
  if (exchange.psu !== undefined) return unknownResource(what);
  const text = `PSU-ID or X-PSU-IDENTITY is required: the PSU of this ${what} is known`;
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}
