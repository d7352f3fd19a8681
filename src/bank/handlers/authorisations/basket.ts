import type { Op } from '../../../store/contract.ts';
import { type Refusal, refuse } from '../../answer.ts';
import type { WholeBasket } from '../../domain/order.ts';
import { isUnapproved, type Payment } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { approveExempt } from '../../life/approve-payment.ts';
import { letNoneLapse } from '../../life/move.ts';
import { basketHref } from '../../links.ts';
import { updateBasket } from '../../store/tables/payments.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { loadOwnBasket } from '../baskets/own-basket.ts';
import { psuOfSession } from '../payments/disclosure.ts';
import { areExempt } from '../payments/exemption.ts';
import { refuseTakenRight } from '../payments/payment-right.ts';
import type { Authorised } from './authorised.ts';

/** The one SCA of all payments of a signing basket. @see D5-authorisation */
export const BASKET: Authorised<WholeBasket> = {
  purpose: 'basket',
  own: loadOwnBasket,
  href: basketHref,
  whenOpen: 'answer',
  refuseStart,
  isExempt: (exchange, world, basket) => areExempt(exchange, world, waitingOf(basket)),
  /** @see D5-identified */
  identified: psuOfSession,
  *begun({ psu }, world, basket, { scaStatus }) {
    const waiting = waitingOf(basket);
    if (scaStatus === 'EXEMPTED' && psu !== undefined) {
      yield* updateBasket({ ...basket, psu, state: 'ENDED' });
      yield* approveExempt(world, waiting, psu);
    } else {
      yield* letNoneLapse(waiting);
    }
  },
};

function waitingOf({ payments }: WholeBasket): readonly Payment[] {
  return payments.filter(({ status }) => isUnapproved(status));
}

/** @see D5-payment-right */
function* refuseStart(exchange: Exchange, world: WorldState, basket: WholeBasket): Op<Refusal | undefined> {
  const { state } = basket;
  const waiting = waitingOf(basket);
  if (state === 'DELETED') return refuse(409, 'CONFLICT', 'the signing basket is deleted');
  if (state === 'ENDED' || waiting.length === 0) {
    const text = 'no payment in the signing basket is waiting for authorisation: read their status';
    return refuse(409, 'CONFLICT', text);
  }
  return withoutPath(yield* refuseTakenRight(exchange, world, waiting));
}

/** The account is named by the payment, not by this request. */
function withoutPath(refusal: Refusal | undefined): Refusal | undefined {
  return (
    refusal && {
      ...refusal,
      messages: refusal.messages.map(({ path: _, ...told }) => told),
    }
  );
}
