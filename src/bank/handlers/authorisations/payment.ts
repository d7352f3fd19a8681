import type { Op } from '../../../store/contract.ts';
import { type Refusal, refuse } from '../../answer.ts';
import type { Order } from '../../domain/order.ts';
import { isUnapproved } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { approveExempt } from '../../life/approve-payment.ts';
import { letNoneLapse } from '../../life/move.ts';
import { paymentHref } from '../../links.ts';
import { isInLiveBasket } from '../../store/tables/payments.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { areExempt } from '../payments/exemption.ts';
import { loadOwnPayment } from '../payments/own-payment.ts';
import { refuseTakenRight } from '../payments/payment-right.ts';
import type { Authorised } from './authorised.ts';

/** A payment or bulk that is to be approved; one is started with its creation too. */
export const PAYMENT: Authorised<Order> = {
  purpose: 'payment',
  own: loadOwnPayment,
  href: paymentHref,
  whenOpen: 'replace',
  refuseStart,
  isExempt: (exchange, world, { payments }) => areExempt(exchange, world, payments),
  *identified(): Op<undefined> {},
  *begun({ psu }, world, { payments }, { scaStatus }) {
    if (scaStatus === 'EXEMPTED' && psu !== undefined) yield* approveExempt(world, payments, psu);
    else yield* letNoneLapse(payments);
  },
};

/** @see D5-own-start */
function* refuseStart(exchange: Exchange, world: WorldState, order: Order): Op<Refusal | undefined> {
  const { status, sequence } = order;
  if (!isUnapproved(status)) {
    return refuse(409, 'CONFLICT', `a payment in ${status} needs no authorisation: read its status`);
  }
  if (yield* isInLiveBasket(sequence)) {
    const text = 'the payment is in a signing basket: authorise or delete the basket';
    return refuse(409, 'CONFLICT', text);
  }
  return yield* refuseTakenRight(exchange, world, order.payments);
}
