import type { Op } from '../../../store/contract.ts';
import { type Refusal, refuse } from '../../answer.ts';
import type { Order } from '../../domain/order.ts';
import { isUnapproved } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { isCancellable, paymentHref } from '../../links.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { loadOwnPayment } from '../payments/own-payment.ts';
import type { Authorised } from './authorised.ts';

/** An approved payment or bulk that is to be cancelled. @see D4-bulk-cancel, D4-cancel-sca */
export const CANCELLATION: Authorised<Order> = {
  purpose: 'cancellation',
  own: loadOwnPayment,
  href: paymentHref,
  whenOpen: 'replace',
  refuseStart,
  isExempt: never,
  *identified(): Op<undefined> {},
  *begun() {},
};

// biome-ignore lint/correctness/useYield: a row's answer is a generator, and this one asks the store for nothing
function* never(): Op<boolean> {
  return false;
}

// biome-ignore lint/correctness/useYield: as above
function* refuseStart(_exchange: Exchange, _world: WorldState, order: Order): Op<Refusal | undefined> {
  if (isUnapproved(order.status)) {
    return refuse(
      409,
      'CONFLICT',
      "the payment isn't authorised yet: cancel it with DELETE, which needs no authorisation",
    );
  }
  return isCancellable(order) ? undefined : refuseTooLate(order);
}

export function refuseTooLate({ status }: Order): Refusal {
  return refuse(409, 'CONFLICT', `a payment in ${status} can't be cancelled any more`);
}
