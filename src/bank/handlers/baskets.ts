import type { Op } from '../../store/contract.ts';
import type { BasketCreated, BasketRead, BasketStatus } from '../../wire/answers/payments.ts';
import { message, type TppMessage } from '../../wire/errors.ts';
import { type SigningBasketRequest, signingBasket } from '../../wire/product-bodies.ts';
import {
  createCreatedResult,
  createOkResult,
  NO_CONTENT,
  type Refusal,
  refuse,
  refuseUnknownResource,
} from '../answer.ts';
import { deriveOrderedId } from '../domain/ids.ts';
import {
  computeBasketStatus,
  isItem,
  isUnapproved,
  type Order,
  type Payment,
  type WholeBasket,
} from '../domain/payment.ts';
import { loadPsu } from '../guards/psu.ts';
import type { FindDebtors } from '../life/payer.ts';
import {
  approveExempt,
  cancelExpiry,
  expirePayments,
  findByPublicId,
  findReadable,
  findWholeBasket,
} from '../life/payments.ts';
import { buildBasketHref, buildBasketLinks } from '../links.ts';
import type { RequestContext } from '../request-context.ts';
import { createResourceHandler, defineRoute, type Handler, type Route } from '../routes/route.ts';
import { cancelOpenSca } from '../sca/steps.ts';
import { insertBasket, isInLiveBasket, updateBasket } from '../store/tables/payments.ts';
import { type BankState, takeSequence } from '../store/tables/world.ts';
import { type AuthorisationSubject, createAuthorisationRoutes } from './authorisations.ts';
import { findSessionPsu, refuseOtherPsu, refuseTakenRight } from './payments/access.ts';

/**
 * Loads the basket of the path if it belongs to this TPP and PSU. An unknown basket and a basket of another TPP or PSU
 * give the same refusal.
 * @see D2-finding-path, D3-psu-of-payment
 */
export function* loadOwnBasket(exchange: RequestContext): Op<WholeBasket | Refusal> {
  const basket = yield* findByPublicId(exchange.world, 'basket', exchange.param('basketId'), findWholeBasket);
  if (!basket || basket.tpp !== exchange.tpp) return refuseUnknownResource('signing basket');
  return (yield* refuseOtherPsu(exchange, basket, 'signing basket')) ?? basket;
}

/**
 * Creates a basket of payments that wait for one PSU, for approval with one SCA.
 * @see D5-basket-refusals, D5-basket-psu
 */
export const createBasket: Handler = function* (exchange) {
  const { paymentIds, consentIds } = exchange.body as SigningBasketRequest;
  const named = yield* findNamed(exchange, paymentIds);
  const psu = exchange.psu ?? findBasketPsu(exchange, named);
  const refusal = refuseMixed(exchange, named, consentIds) ?? refuseNamelessPsu(exchange, psu);
  if (refusal) return refusal;
  const members = named.filter((order) => order !== undefined);
  const taken = yield* refuseTaken(members);
  if (taken) return taken;
  for (const order of members) yield* join(exchange.world, order);
  const sequence = takeSequence(exchange.world);
  const basketId = deriveOrderedId(exchange.world.seed, 'basket', sequence);
  const payments = members.flatMap((order) => order.payments);
  const basket: WholeBasket = { sequence, basketId, tpp: exchange.tpp, psu, state: 'LIVE', payments };
  const numbers = members.map((member) => member.sequence);
  yield* insertBasket(basket, numbers);
  const transactionStatus = computeBasketStatus(basket);
  const json: BasketCreated = { basketId, transactionStatus, _links: buildBasketLinks(exchange, basket) };
  return createCreatedResult(buildBasketHref(exchange, basket), json);
};

type FoundOrders = readonly (Order | undefined)[];

/** Finds the TPP's payments with these ids; undefined for unknown ones. */
function* findNamed(exchange: RequestContext, paymentIds: readonly string[]): Op<FoundOrders> {
  const named: (Order | undefined)[] = [];
  for (const id of paymentIds) {
    const order = yield* findByPublicId(exchange.world, 'payment', id, findReadable);
    named.push(order?.tpp === exchange.tpp ? order : undefined);
  }
  return named;
}

/**
 * Returns the PSU of the basket: that of the request if a payment is theirs, otherwise the first known PSU of a
 * payment.
 */
function findBasketPsu({ psu }: RequestContext, named: FoundOrders): string | undefined {
  const known = named.flatMap((order) => order?.psu ?? []);
  return psu !== undefined && known.includes(psu) ? psu : known[0];
}

/** Refuses a basket with payments that can't be combined, with a message per payment. */
function refuseMixed(exchange: RequestContext, named: FoundOrders, consentIds: unknown): Refusal | undefined {
  const psu = findBasketPsu(exchange, named);
  const messages: TppMessage[] = [];
  for (const [place, order] of named.entries()) {
    const path = `paymentIds[${place}]`;
    const [code, text] = checkBasketOrder(exchange, order, psu) ?? [];
    if (code !== undefined) messages.push(message('ERROR', code, `${path} ${text}`, path));
  }
  if (consentIds !== undefined) {
    const text = "consents can't be signed with a basket: omit consentIds";
    messages.push(message('ERROR', 'REFERENCE_MIX_INVALID', text, 'consentIds'));
  }
  return messages.length === 0 ? undefined : { status: 400, messages };
}

/**
 * Checks one payment of a basket.
 * @param psu the PSU of the basket
 * @see I-basket-mix
 */
function checkBasketOrder(
  exchange: RequestContext,
  order: Order | undefined,
  psu: string | undefined,
): readonly [TppMessage['code'], string] | undefined {
  if (!order) return UNREADABLE;
  if (order.service !== 'payments') {
    const what = isItem(order)
      ? 'is one of a bulk: authorise the bulk'
      : 'is a bulk or periodic payment: authorise it by itself';
    return ['REFERENCE_MIX_INVALID', what];
  }
  if (order.psu === undefined) return undefined;
  if (order.psu !== psu) return ['REFERENCE_MIX_INVALID', 'belongs to a different PSU than the others'];
  // All payments belong to another PSU than the request's: §3 note 2.
  return exchange.psu === undefined || exchange.psu === psu ? undefined : UNREADABLE;
}

const UNREADABLE = ['RESOURCE_UNKNOWN', "isn't a payment you can read here"] as const;

/** Requires a PSU in the request if the payments have a known PSU. @see D3-psu-of-payment */
function refuseNamelessPsu(exchange: RequestContext, psu: string | undefined): Refusal | undefined {
  if (psu === undefined || exchange.psu !== undefined) return undefined;
  const text = 'PSU-ID or X-PSU-IDENTITY is required, because these payments have a known PSU';
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}

/** Refuses payments that don't wait for a PSU or are in another basket. @see D5-basket-refusals, D5-one-live-basket */
function* refuseTaken(members: readonly Order[]): Op<Refusal | undefined> {
  const messages: TppMessage[] = [];
  for (const [place, { status, sequence }] of members.entries()) {
    const path = `paymentIds[${place}]`;
    if (!isUnapproved(status)) {
      messages.push(message('ERROR', 'CONFLICT', `${path} is ${status} and isn't waiting for a PSU`, path));
    } else if (yield* isInLiveBasket(sequence)) {
      messages.push(message('ERROR', 'CONFLICT', `${path} is in another signing basket`, path));
    }
  }
  return messages.length === 0 ? undefined : { status: 409, messages };
}

/**
 * Adds an order to the basket: withdraws its own open authorisation and leaves the payment unchanged. It expires like
 * an unauthorised payment unless the basket is authorised.
 * @see D5-joining
 */
function* join(world: BankState, order: Order): Op<void> {
  yield* cancelOpenSca(world, order.sequence, 'payment');
  yield* expirePayments(order.payments);
}

/** Returns the basket. @see D5-basket-read */
export const readBasket = createResourceHandler(loadOwnBasket, (exchange, own) =>
  createOkResult<BasketRead>({
    payments: own.payments.map(({ paymentId }) => paymentId),
    transactionStatus: computeBasketStatus(own),
    _links: buildBasketLinks(exchange, own),
  }),
);

/** Returns the status of the basket. @see I-basket-worst-case */
export const readBasketStatus = createResourceHandler(loadOwnBasket, (_exchange, own) =>
  createOkResult<BasketStatus>({ transactionStatus: computeBasketStatus(own) }),
);

/** Deletes a basket that isn't authorised and releases its payments. @see D5-basket-delete, D5-basket-freed */
export const deleteBasket = createResourceHandler(loadOwnBasket, function* ({ world }, basket) {
  if (basket.state !== 'LIVE') {
    const why = basket.state === 'DELETED' ? 'is deleted' : 'is already authorised';
    return refuse(409, 'CONFLICT', `the signing basket ${why}`);
  }
  yield* cancelOpenSca(world, basket.sequence, 'basket');
  yield* expirePayments(basket.payments);
  yield* updateBasket({ ...basket, state: 'DELETED' });
  return NO_CONTENT;
});

/** The authorisation of a signing basket: one SCA for all payments. @see D5-authorisation */
const BASKET: AuthorisationSubject<WholeBasket> = {
  purpose: 'basket',
  own: loadOwnBasket,
  href: buildBasketHref,
  whenOpen: 'answer',
  listWaiting: listWaitingPayments,
  refuseStart,
  mayBeExempt: true,
  /** Identifies the PSU by the session. @see D5-identified */
  findKnownPsu: findSessionPsu,
  *recordStart({ psu, world }, basket, { scaStatus }, findDebtors) {
    const waiting = listWaitingPayments(basket);
    if (scaStatus === 'EXEMPTED' && psu !== undefined) {
      yield* updateBasket({ ...basket, psu, state: 'ENDED' });
      yield* approveExempt(world, waiting, yield* findDebtors(), psu);
    } else {
      yield* cancelExpiry(waiting);
    }
  },
};

function listWaitingPayments({ payments }: WholeBasket): readonly Payment[] {
  return payments.filter(({ status }) => isUnapproved(status));
}

/** Refuses the start of an SCA if nothing waits or the right to pay was withdrawn. @see D5-payment-right */
function* refuseStart(
  exchange: RequestContext,
  basket: WholeBasket,
  findDebtors: FindDebtors,
): Op<Refusal | undefined> {
  const { state } = basket;
  const waiting = listWaitingPayments(basket);
  if (state === 'DELETED') return refuse(409, 'CONFLICT', 'the signing basket is deleted');
  if (state === 'ENDED' || waiting.length === 0) {
    const text = 'no payment in the signing basket is waiting for authorisation: read their status';
    return refuse(409, 'CONFLICT', text);
  }
  return withoutPath(yield* refuseTakenRight(exchange, waiting, findDebtors));
}

/** Removes the paths of a refusal, because this request doesn't contain the account. */
function withoutPath(refusal: Refusal | undefined): Refusal | undefined {
  return refusal && { ...refusal, messages: refusal.messages.map(({ path: _, ...told }) => told) };
}

const RULES: Partial<Route> = { statefulGuards: [loadPsu] };

/** The routes of signing baskets. @see D1-baskets, D5-basket-delete */
export const BASKET_ROUTES: readonly Route[] = [
  defineRoute('create basket', createBasket, { ...RULES, body: () => signingBasket }),
  defineRoute('read basket', readBasket, RULES),
  defineRoute('read basket status', readBasketStatus, RULES),
  defineRoute('delete basket', deleteBasket, RULES),
  ...createAuthorisationRoutes('basket authorisation', BASKET),
];
