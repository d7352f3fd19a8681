import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { approvePayment } from '../../life/approve-payment.ts';
import { startAuthorisation } from '../../sca-link.ts';
import type { WorldState } from '../../store/tables/world.ts';

interface Started {
  readonly sca: Authorisation;
  /** As it is now: an exempted one is approved at once. */
  readonly payment: Payment;
}

/** Starts the SCA that approves a payment, or notes that none is needed. @see decisions.md §4 EXEMPTED */
export function* startPaymentSca(
  exchange: Exchange,
  world: WorldState,
  payment: Payment,
  isExempt: boolean,
): Op<Started> {
  const sca = yield* startAuthorisation(exchange, world, { purpose: 'payment', payment, isExempt });
  if (!isExempt || exchange.psu === undefined) return { sca, payment };
  return { sca, payment: yield* approvePayment(world, payment, exchange.psu) };
}
