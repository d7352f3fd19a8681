import type { Op } from '../../../store/contract.ts';
import type { Result } from '../../answer.ts';
import { type Authorisation, isOpen, type Purpose } from '../../domain/authorisation.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import { isUnapproved } from '../../domain/transitions.ts';
import type { Exchange } from '../../exchange.ts';
import { letNoneLapse } from '../../life/lapse.ts';
import { isCancellable, paymentHref } from '../../payment-links.ts';
import { type Refusal, refuse, unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { failSca } from '../../sca/end.ts';
import { answerStarted, linksOfSca, refuseTooManyOpen, startAuthorisation } from '../../sca-link.ts';
import { findAuthorisation, listAuthorisations } from '../../store/tables/authorisations.ts';
import { isInLiveBasket } from '../../store/tables/baskets.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { areExempt } from './exemption.ts';
import { loadOwnPayment } from './own-payment.ts';
import { refuseTakenRight } from './payment-right.ts';
import { startPaymentSca } from './start-sca.ts';

/** What the two families of authorisations of a payment are about. */
export type PaymentPurpose = 'payment' | 'cancellation';

/**
 * Starts an SCA of a payment or of its cancellation; the open one of the same kind ends, the payment untouched.
 * @see decisions.md §4 A new POST …/authorisations; Cancel
 */
export function startOf(purpose: PaymentPurpose): Handler {
  return function* (exchange, world) {
    const order = yield* loadOwnPayment(exchange, world);
    if ('messages' in order) return order;
    const refusal =
      purpose === 'payment' ? yield* refuseStart(exchange, world, order) : refuseCancellation(order);
    if (refusal) return refusal;
    const isExempt = purpose === 'payment' && (yield* areExempt(exchange, world, order.payments));
    const open = yield* listOpen(order.sequence, purpose);
    const tooMany = isExempt ? undefined : yield* refuseTooManyOpen(exchange, open);
    if (tooMany) return tooMany;
    yield* withdrawOpen(world, order.sequence, purpose);
    const sca = yield* startFor(exchange, world, purpose, order, isExempt);
    return answerStarted(exchange, paymentHref(exchange, order), sca);
  };
}

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

function refuseCancellation(order: Order): Refusal | undefined {
  const { status } = order;
  if (isUnapproved(status)) {
    return refuse(409, 'CONFLICT', 'the payment is not authorised: DELETE cancels it, with no authorisation');
  }
  return isCancellable(order) ? undefined : refuseTooLate(order);
}

export function refuseTooLate({ status }: Order): Refusal {
  return refuse(409, 'CONFLICT', `a payment in ${status} can't be cancelled any more`);
}

/** The open SCAs of a kind; there is one at most. */
export function* listOpen(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  return (yield* listAuthorisations(subject, purpose)).filter(isOpen);
}

/** Ends the open SCA of a kind; what it is about stays as it is. */
export function* withdrawOpen(world: WorldState, subject: bigint, purpose: Purpose): Op<void> {
  for (const sca of yield* listOpen(subject, purpose)) yield* failSca(world, sca, 'withdrawn');
}

function* startFor(
  exchange: Exchange,
  world: WorldState,
  purpose: PaymentPurpose,
  order: Order,
  isExempt: boolean,
): Op<Authorisation> {
  if (purpose === 'cancellation') {
    return yield* startAuthorisation(exchange, world, { purpose, subject: order.sequence });
  }
  yield* letNoneLapse(order.payments);
  return yield* startPaymentSca(exchange, world, order, isExempt);
}

/** @see decisions.md §1 Authorisations */
export function listOf(purpose: PaymentPurpose): Handler {
  return function* (exchange, world) {
    const order = yield* loadOwnPayment(exchange, world);
    if ('messages' in order) return order;
    return yield* answerScas(order.sequence, purpose);
  };
}

/** The ids of the SCAs of a payment, bulk or basket, the first started first. */
export function* answerScas(subject: bigint, purpose: Purpose): Op<Result> {
  const all = yield* listAuthorisations(subject, purpose);
  return { status: 200, json: { authorisationIds: all.map(({ authorisationId }) => authorisationId) } };
}

/** @see decisions.md §1 Authorisations */
export function readOf(purpose: PaymentPurpose): Handler {
  return function* (exchange, world) {
    const order = yield* loadOwnPayment(exchange, world);
    if ('messages' in order) return order;
    const sca = yield* findOwnSca(exchange, world, order.sequence, purpose);
    return sca ? answerSca(exchange, paymentHref(exchange, order), sca) : unknownResource('authorisation');
  };
}

/** The SCA of the path, when it is one of the resource before it. */
export function* findOwnSca(
  exchange: Exchange,
  { seed }: WorldState,
  subject: bigint,
  purpose: Purpose,
): Op<Authorisation | undefined> {
  const sequence = sequenceOf(seed, 'authorisation', exchange.param('authorisationId'));
  const sca = sequence === undefined ? undefined : yield* findAuthorisation(sequence);
  return sca?.subject === subject && sca.purpose === purpose ? sca : undefined;
}

/** How an SCA stands; one that is over leads nowhere. */
export function answerSca(exchange: Exchange, subject: string, sca: Authorisation): Result {
  const { scaRedirect, ...links } = linksOfSca(exchange, subject, sca);
  const redirect = isOpen(sca) && scaRedirect ? { scaRedirect } : {};
  return { status: 200, json: { scaStatus: sca.scaStatus, _links: { ...redirect, ...links } } };
}
