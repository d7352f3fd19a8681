import type { Op } from '../store/contract.ts';
import type { Currency } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import type { PaymentService } from '../values/products.ts';
import { fixInForce } from '../wire/accept-fix.ts';
import type { Amount } from '../wire/answers/shape.ts';
import type { TppMessage } from '../wire/errors.ts';
import { type Link, type Links, link } from '../wire/link.ts';
import { createCreatedResult, type Refusal, type Result, refuse } from './answer.ts';
import {
  type Authorisation,
  isOpen,
  MOST_OPEN,
  type PsuContext,
  type Purpose,
  UNOPENED,
} from './domain/authorisation.ts';
import { deriveOrderedId } from './domain/ids.ts';
import {
  type Basket,
  canBeCancelled,
  isItem,
  isUnapproved,
  type Order,
  type WholeBasket,
} from './domain/payment.ts';
import type { ProductPathParts } from './domain/product-rules.ts';
import type { RequestContext } from './request-context.ts';
import {
  areOpen,
  findOldestOpen,
  findUnopenedSessionSca,
  insertAuthorisation,
  type SessionStart,
} from './store/tables/authorisations.ts';
import { takeSequence } from './store/tables/world.ts';

export function buildBasketHref(exchange: RequestContext, { basketId }: Basket): string {
  return exchange.href(`/v1/signing-baskets/${basketId}`);
}

/** Builds the links of a basket. @see D5-basket-created */
export function buildBasketLinks(exchange: RequestContext, basket: WholeBasket): Links {
  const self = buildBasketHref(exchange, basket);
  const isLive = basket.state === 'LIVE';
  const isWaiting = isLive && basket.payments.some(({ status }) => isUnapproved(status));
  return {
    self: isLive ? link(self, 'GET', 'DELETE') : link(self, 'GET'),
    status: link(`${self}/status`, 'GET'),
    ...(isWaiting ? { startAuthorisation: link(`${self}/authorisations`, 'POST') } : {}),
  };
}

/** Returns the service and product in the path. */
export function getServiceAndProduct(exchange: RequestContext): ProductPathParts {
  return { service: getService(exchange), product: exchange.param('product') };
}

export function getService({ route }: RequestContext): PaymentService {
  if (route.service === undefined) throw new Error(`${route.operation} belongs to no payment service`);
  return route.service;
}

export function buildPaymentHref(exchange: RequestContext, { readAs, product, paymentId }: Order): string {
  return exchange.href(`/v1/${readAs}/${product}/${paymentId}`);
}

/**
 * Returns true if the TPP can still cancel the order, or at least a part of a bulk; a single item of a bulk can't be
 * cancelled.
 */
export function isCancellable(order: Order): boolean {
  return !isItem(order) && order.payments.some(({ status }) => canBeCancelled(status));
}

/** Builds the links of every response about a payment. @see D2-sca-status-link */
export function buildPaymentLinks(exchange: RequestContext, order: Order): Record<string, Link> {
  const self = buildPaymentHref(exchange, order);
  const verbs = isCancellable(order) ? (['GET', 'DELETE'] as const) : (['GET'] as const);
  return { self: link(self, ...verbs), status: link(`${self}/status`, 'GET') };
}

/**
 * Formats an amount: as a string, or as a JSON number before that fix became the default.
 * @see D3-accept-fix-cash-account-type
 */
export function formatAmountOfRequest(
  exchange: RequestContext,
  amountMinor: bigint,
  currency: Currency,
): Amount {
  const amount = formatAmount(amountMinor, currency);
  const asString = fixInForce('amountAsString', exchange.headerList('x-accept-fix'), exchange.world.bankNow);
  return { amount: asString ? amount : Number(amount), currency };
}

/** Builds the absolute link for the PSU's authorisation, with its secret. @see S9-link-secret */
export function buildScaRedirect(exchange: RequestContext, authorisation: Authorisation): Link {
  const { publicUrl, basePath } = exchange.settings;
  const origin = typeof publicUrl === 'string' ? publicUrl : publicUrl();
  return link(`${origin}${basePath}/sca/${authorisation.authorisationId}/${authorisation.secret}`, 'GET');
}

/**
 * Builds the link to the status of an SCA.
 * @param subject the href of its payment, bulk or basket
 */
function buildScaStatusHref(subject: string, { purpose, authorisationId }: Authorisation): string {
  const kind = purpose === 'cancellation' ? 'cancellation-authorisations' : 'authorisations';
  return `${subject}/${kind}/${authorisationId}`;
}

/** Builds the links of an SCA; one that has ended has no scaRedirect. @see D4-exempted, D6-sca-status */
export function buildScaLinks(
  exchange: RequestContext,
  subject: string,
  authorisation: Authorisation,
): Links {
  const scaStatus = link(buildScaStatusHref(subject, authorisation), 'GET');
  return isOpen(authorisation)
    ? { scaRedirect: buildScaRedirect(exchange, authorisation), scaStatus }
    : { scaStatus };
}

/** Creates the response to the start of an authorisation. @see D1-base-path, D5-authorisation */
export function createStartedResult(exchange: RequestContext, subject: string, sca: Authorisation): Result {
  return createCreatedResult(buildScaStatusHref(subject, sca), {
    scaStatus: sca.scaStatus,
    authorisationId: sca.authorisationId,
    _links: buildScaLinks(exchange, subject, sca),
  });
}

interface AuthorisationStart {
  readonly purpose: Purpose;
  /** The sequence of the payment, bulk or basket. */
  readonly subject?: bigint;
  readonly isExempt?: boolean;
  /** The customerNumber, if the session identified the PSU. */
  readonly identified?: string | undefined;
}

/**
 * Refuses a new SCA if 500 are open for the TPP and a known PSU, or 5,000 for the TPP. Callers check before they write,
 * so that a refused start changes nothing.
 * @param ending the SCAs that the new one replaces
 * @see S9-open-authorisations
 */
export function* refuseTooManyOpen(
  { tpp, psu, world }: RequestContext,
  ending: readonly Authorisation[] = [],
): Op<Refusal | undefined> {
  // A count takes as long as many are open: it is needed only if there are that many sequences since the oldest.
  const oldest = (yield* findOldestOpen()) ?? world.sequence;
  const most = Number(world.sequence - oldest) + 1;
  if (psu !== undefined && most >= MOST_OPEN.ofPsu) {
    const room = MOST_OPEN.ofPsu + ending.filter((sca) => sca.psu === psu).length;
    if (yield* areOpen(room, tpp, psu)) return refuseTooMany(MOST_OPEN.ofPsu, 'one TPP may have for one PSU');
  }
  const room = MOST_OPEN.ofTpp + ending.length;
  if (most < room) return undefined;
  return (yield* areOpen(room, tpp)) ? refuseTooMany(MOST_OPEN.ofTpp, 'one TPP may have') : undefined;
}

function refuseTooMany(most: number, ofWhat: string): Refusal {
  const next = 'finish or cancel one, or wait until one runs out after 15 minutes';
  return refuse(429, 'ACCESS_EXCEEDED', `${most} authorisations are open, the most ${ofWhat}: ${next}`);
}

/**
 * Starts an SCA for a payment, a cancellation, a basket, a consent, or only a session.
 * @see D6-site-steps, D3-named-psu, D3-context-agreement
 */
export function* startAuthorisation(
  exchange: RequestContext,
  { purpose, subject, isExempt = false, identified }: AuthorisationStart,
): Op<Authorisation> {
  const sequence = takeSequence(exchange.world);
  const { agreement, ...start } = createSessionStart(exchange);
  const context = exchange.header('PSU-Context') as PsuContext | undefined;
  const authorisation: Authorisation = {
    sequence,
    authorisationId: deriveOrderedId(exchange.world.seed, 'authorisation', sequence),
    purpose,
    ...start,
    tppName: exchange.tppName,
    subject,
    scaStatus: isExempt ? 'EXEMPTED' : identified === undefined ? 'RECEIVED' : 'PSU_IDENTIFIED',
    secret: exchange.secret(),
    createdAt: exchange.world.bankNow,
    brand: exchange.header('TPP-Brand-Logging-Information'),
    // The page doesn't ask for what the headers say.
    givenContext: agreement === undefined ? context : 'CORPORATE',
    givenAgreement: agreement,
    prefersApp: exchange.header('TPP-Redirect-Preferred') === 'false',
    progress: { ...UNOPENED, identified, endedAt: isExempt ? exchange.world.bankNow : undefined },
  };
  yield* insertAuthorisation(authorisation);
  return authorisation;
}

/** Returns the values that identify the origin of an SCA: TPP, PSU, agreement, session and redirect. */
function createSessionStart(exchange: RequestContext): SessionStart {
  const { tpp, psu, agreement } = exchange;
  const tppSessionId = exchange.header('TPP-Session-ID') ?? '';
  return { tpp, psu, agreement, tppSessionId, redirectUri: exchange.header('TPP-Redirect-URI') ?? '' };
}

/**
 * Returns true if a start repeats an open SCA: same TPP, session, TPP-Redirect-URI, PSU and agreement. The caller
 * compares purpose and subject.
 * @see D2-same-authorisation
 */
export function isSameStart(exchange: RequestContext, sca: Authorisation): boolean {
  const { tpp, tppSessionId, redirectUri, psu, agreement } = createSessionStart(exchange);
  return (
    sca.tpp === tpp &&
    sca.tppSessionId === tppSessionId &&
    sca.redirectUri === redirectUri &&
    sca.psu === psu &&
    sca.givenAgreement === agreement
  );
}

/**
 * Refuses with 401 and a working link: that of the newest unopened SCA with the same origin, otherwise that of a new
 * one. No open SCA ends. The route determines the purpose of the SCA: a consent or a session.
 * @see D2-sca-redirect-on-401, D15-purpose, S1-refusal-durable
 */
export function* refuseWithoutSca(exchange: RequestContext, fault: TppMessage): Op<Refusal> {
  const { scaPurpose: purpose = 'session' } = exchange.route;
  const unopened = yield* findUnopenedSessionSca(createSessionStart(exchange), purpose);
  const refusal = unopened ? undefined : yield* refuseTooManyOpen(exchange);
  if (refusal) return refusal;
  const sca = unopened ?? (yield* startAuthorisation(exchange, { purpose }));
  return { status: 401, messages: [fault], links: { scaRedirect: buildScaRedirect(exchange, sca) } };
}
