import type { Op } from '../../../store/contract.ts';
import type { Result } from '../../answer.ts';
import { basketHref } from '../../basket-links.ts';
import type { Basket } from '../../domain/basket.ts';
import type { Payment } from '../../domain/payment.ts';
import { isUnapproved } from '../../domain/transitions.ts';
import type { Exchange } from '../../exchange.ts';
import { approveExempt } from '../../life/approve-payment.ts';
import { letNoneLapse } from '../../life/lapse.ts';
import { type Refusal, refuse, unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { answerStarted, isSameStart, refuseTooManyOpen, startAuthorisation } from '../../sca-link.ts';
import { updateBasket } from '../../store/tables/baskets.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { answerSca, answerScas, findOwnSca, listOpen, withdrawOpen } from '../payments/authorisations.ts';
import { psuOfSession } from '../payments/disclosure.ts';
import { areExempt } from '../payments/exemption.ts';
import { refuseTakenRight } from '../payments/payment-right.ts';
import { loadOwnBasket } from './own-basket.ts';

/**
 * Starts the one SCA of all payments. The same start while one is open answers that one; from elsewhere the open one
 * ends, the basket untouched, or a retry could never come back to the TPP.
 * @see D5-authorisation, D2-same-authorisation
 */
export const startBasketAuthorisation: Handler = function* (exchange, world) {
  const own = yield* loadOwnBasket(exchange, world);
  if ('messages' in own) return own;
  const { basket } = own;
  const [open] = yield* listOpen(basket.sequence, 'basket');
  if (open && isSameStart(exchange, open)) {
    return answerStarted(exchange, basketHref(exchange, basket), open);
  }
  const waiting = own.payments.filter(({ status }) => isUnapproved(status));
  const isExempt = yield* areExempt(exchange, world, waiting);
  const refusal =
    (yield* refuseStart(exchange, world, basket, waiting)) ??
    (isExempt ? undefined : yield* refuseTooManyOpen(exchange, open ? [open] : []));
  if (refusal) return refusal;
  yield* withdrawOpen(world, basket.sequence, 'basket');
  return yield* startFor(exchange, world, { basket, waiting, isExempt });
};

function* refuseStart(
  exchange: Exchange,
  world: WorldState,
  basket: Basket,
  waiting: readonly Payment[],
): Op<Refusal | undefined> {
  if (basket.state === 'DELETED') return refuse(409, 'CONFLICT', 'the signing basket is deleted');
  if (basket.state === 'ENDED' || waiting.length === 0) {
    const text = 'no payment of the signing basket waits for an authorisation: read their status';
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

interface Starting {
  readonly basket: Basket;
  readonly waiting: readonly Payment[];
  readonly isExempt: boolean;
}

function* startFor(
  exchange: Exchange,
  world: WorldState,
  { basket, waiting, isExempt }: Starting,
): Op<Result> {
  const sca = yield* startAuthorisation(exchange, world, {
    purpose: 'basket',
    subject: basket.sequence,
    isExempt,
    identified: isExempt ? undefined : yield* psuOfSession(exchange, world),
  });
  if (isExempt && exchange.psu !== undefined) {
    yield* updateBasket({ ...basket, psu: exchange.psu, state: 'ENDED' });
    yield* approveExempt(world, waiting, exchange.psu);
  } else {
    yield* letNoneLapse(waiting);
  }
  return answerStarted(exchange, basketHref(exchange, basket), sca);
}

/** @see decisions.md §1 Signing baskets */
export const listBasketAuthorisations: Handler = function* (exchange, world) {
  const own = yield* loadOwnBasket(exchange, world);
  if ('messages' in own) return own;
  return yield* answerScas(own.basket.sequence, 'basket');
};

/** @see decisions.md §1 Signing baskets */
export const readBasketAuthorisation: Handler = function* (exchange, world) {
  const own = yield* loadOwnBasket(exchange, world);
  if ('messages' in own) return own;
  const sca = yield* findOwnSca(exchange, world, own.basket.sequence, 'basket');
  return sca ? answerSca(exchange, basketHref(exchange, own.basket), sca) : unknownResource('authorisation');
};
