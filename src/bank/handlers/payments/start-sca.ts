import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Order } from '../../domain/order.ts';
import type { Exchange } from '../../exchange.ts';
import { approveExempt } from '../../life/approve-payment.ts';
import { startAuthorisation } from '../../sca-link.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** Starts the SCA that approves a payment, or notes that none is needed and approves it. @see decisions.md §4 EXEMPTED */
export function* startPaymentSca(
  exchange: Exchange,
  world: WorldState,
  { sequence, payments }: Pick<Order, 'sequence' | 'payments'>,
  isExempt: boolean,
): Op<Authorisation> {
  const sca = yield* startAuthorisation(exchange, world, {
    purpose: 'payment',
    subject: sequence,
    isExempt,
  });
  if (isExempt && exchange.psu !== undefined) yield* approveExempt(world, payments, exchange.psu);
  return sca;
}
