import { findOnce, type Op } from '../../store/contract.ts';
import { createOkResult, type Refusal, type Result, refuse, refuseUnknownResource } from '../answer.ts';
import type { Authorisation, Purpose } from '../domain/authorisation.ts';
import { isUnapproved, type Order, type Payment } from '../domain/payment.ts';
import { loadPsu } from '../guards/psu.ts';
import { type FindDebtors, findPaymentDebtors } from '../life/payer.ts';
import { approveExempt, cancelExpiry, findByPublicId } from '../life/payments.ts';
import {
  buildPaymentHref,
  buildScaLinks,
  createStartedResult,
  isCancellable,
  isSameStart,
  refuseTooManyOpen,
  startAuthorisation,
} from '../links.ts';
import type { RequestContext } from '../request-context.ts';
import { createResourceHandler, defineRoute, type Route } from '../routes/route.ts';
import { cancelScas, listOpen, setScaStatus } from '../sca/steps.ts';
import { findAuthorisation, listAuthorisations } from '../store/tables/authorisations.ts';
import { isInLiveBasket } from '../store/tables/payments.ts';
import { areExempt, loadOwnPayment, refuseTakenRight } from './payments/access.ts';

/**
 * A kind of resource whose authorisations a TPP starts, lists and reads; one object per family of paths. The effects of
 * the SCA are defined in sca/subjects.
 */
export interface AuthorisationSubject<Own extends { readonly sequence: bigint }> {
  readonly purpose: Purpose;
  /** Loads the resource of the path if it belongs to this TPP and PSU. */
  own(exchange: RequestContext): Op<Own | Refusal>;
  /** Returns the path of the resource, the parent of its authorisations. */
  href(exchange: RequestContext, own: Own): string;
  /** Determines the handling of an open SCA with the same start: a new one replaces it, or it is returned. */
  readonly whenOpen: 'replace' | 'answer';
  /** Lists the payments that wait for the PSU. */
  listWaiting(own: Own): readonly Payment[];
  refuseStart(exchange: RequestContext, own: Own, findDebtors: FindDebtors): Op<Refusal | undefined>;
  /** True if the payments may be exempt from SCA. */
  readonly mayBeExempt: boolean;
  /** Finds the customerNumber if the PSU is known before it opens the link. */
  findKnownPsu?(exchange: RequestContext): Op<string | undefined>;
  /** Updates the resource after an SCA was started or exempted. */
  recordStart?(exchange: RequestContext, own: Own, sca: Authorisation, findDebtors: FindDebtors): Op<void>;
}

/** Creates the three routes of a family of authorisations. @see D1-authorisations */
export function createAuthorisationRoutes<Own extends { readonly sequence: bigint }>(
  name: string,
  row: AuthorisationSubject<Own>,
): readonly Route[] {
  const rules: Partial<Route> = { statefulGuards: [loadPsu] };
  const start = createResourceHandler(row.own, (exchange, own) => startOnOwn(exchange, row, own));
  // The order is that of the starts.
  const list = createResourceHandler(row.own, function* (_exchange, { sequence }) {
    const all = yield* listAuthorisations(sequence, [row.purpose]);
    return createOkResult({ authorisationIds: all.map(({ authorisationId }) => authorisationId) });
  });
  const read = createResourceHandler(row.own, function* (exchange, own) {
    const id = exchange.param('authorisationId');
    const sca = yield* findByPublicId(exchange.world, 'authorisation', id, findAuthorisation);
    if (sca?.subject !== own.sequence || sca.purpose !== row.purpose)
      return refuseUnknownResource('authorisation');
    const _links = buildScaLinks(exchange, row.href(exchange, own), sca);
    return createOkResult({ scaStatus: sca.scaStatus, _links });
  });
  return [
    defineRoute(`start ${name}`, start, rules),
    defineRoute(`list ${name}s`, list, rules),
    defineRoute(`read ${name}`, read, rules),
  ];
}

/**
 * Starts an SCA. It withdraws the open SCA of the same purpose and leaves the resource unchanged; if `whenOpen` is
 * `answer` and the open SCA has the same start, that one is returned instead.
 * @see D4-start-authorisation
 * @see D5-authorisation, D2-same-authorisation, I-basket-authorisation
 */
function* startOnOwn<Own extends { readonly sequence: bigint }>(
  exchange: RequestContext,
  row: AuthorisationSubject<Own>,
  own: Own,
): Op<Result | Refusal> {
  const open = yield* listOpen(own.sequence, row.purpose);
  const same = row.whenOpen === 'answer' ? open.find((sca) => isSameStart(exchange, sca)) : undefined;
  if (same) return createStartedResult(exchange, row.href(exchange, own), same);
  const waiting = row.listWaiting(own);
  const findDebtors = findOnce(() => findPaymentDebtors(waiting));
  const refusal = yield* row.refuseStart(exchange, own, findDebtors);
  if (refusal) return refusal;
  const isExempt = row.mayBeExempt && (yield* areExempt(exchange, waiting, findDebtors));
  const tooMany = isExempt ? undefined : yield* refuseTooManyOpen(exchange, open);
  if (tooMany) return tooMany;
  yield* cancelScas(exchange.world, open);
  const sca = yield* begin(exchange, row, { own, isExempt, findDebtors });
  return createStartedResult(exchange, row.href(exchange, own), sca);
}

interface StartFacts<Own> {
  readonly own: Own;
  readonly isExempt: boolean;
  readonly findDebtors: FindDebtors;
}

/**
 * Starts an SCA after all checks, or records the exemption, and updates the resource. A fault may move the SCA to
 * another status at once.
 * @see D11-fault-sca
 */
export function* begin<Own extends { readonly sequence: bigint }>(
  exchange: RequestContext,
  {
    purpose,
    findKnownPsu,
    recordStart,
  }: Pick<AuthorisationSubject<Own>, 'purpose' | 'findKnownPsu' | 'recordStart'>,
  { own, isExempt, findDebtors }: StartFacts<Own>,
): Op<Authorisation> {
  const { faults } = exchange;
  if (isExempt) faults.strike('EXEMPTED');
  const forced = isExempt ? undefined : faults.forcedScaStatus;
  const asksWho = !isExempt && forced !== 'RECEIVED';
  const sca = yield* startAuthorisation(exchange, {
    purpose,
    subject: own.sequence,
    isExempt,
    identified: asksWho && findKnownPsu ? yield* findKnownPsu(exchange) : undefined,
  });
  if (recordStart) yield* recordStart(exchange, own, sca, findDebtors);
  if (forced === undefined) return sca;
  const taken = yield* setScaStatus(exchange.world, sca, forced);
  if (taken === undefined) return sca;
  faults.strike(forced);
  return taken;
}

/** The authorisation of a payment or bulk, also started when it is created. */
export const PAYMENT: AuthorisationSubject<Order> = {
  purpose: 'payment',
  own: loadOwnPayment,
  href: buildPaymentHref,
  whenOpen: 'replace',
  listWaiting: ({ payments }) => payments,
  refuseStart: refusePaymentStart,
  mayBeExempt: true,
  *recordStart({ psu, world }, { payments }, { scaStatus }, findDebtors) {
    const isApproved = scaStatus === 'EXEMPTED' && psu !== undefined;
    if (isApproved) yield* approveExempt(world, payments, yield* findDebtors(), psu);
    else yield* cancelExpiry(payments);
  },
};

/** Refuses the start of a payment's authorisation. @see D5-own-start */
function* refusePaymentStart(
  exchange: RequestContext,
  order: Order,
  findDebtors: FindDebtors,
): Op<Refusal | undefined> {
  const { status, sequence } = order;
  if (!isUnapproved(status)) {
    return refuse(409, 'CONFLICT', `a payment in ${status} needs no authorisation: read its status`);
  }
  if (yield* isInLiveBasket(sequence)) {
    const text = 'the payment is in a signing basket: authorise or delete the basket';
    return refuse(409, 'CONFLICT', text);
  }
  return yield* refuseTakenRight(exchange, order.payments, findDebtors);
}

/** The authorisation of a cancellation of an approved payment or bulk. @see D4-bulk-cancel, D4-cancel-sca */
export const CANCELLATION: AuthorisationSubject<Order> = {
  purpose: 'cancellation',
  own: loadOwnPayment,
  href: buildPaymentHref,
  whenOpen: 'replace',
  listWaiting: ({ payments }) => payments,
  refuseStart: refuseCancellationStart,
  mayBeExempt: false,
};

// biome-ignore lint/correctness/useYield: a row's answer is a generator, and this one asks the store for nothing
function* refuseCancellationStart(_exchange: RequestContext, order: Order): Op<Refusal | undefined> {
  if (isUnapproved(order.status)) {
    const text = "the payment isn't authorised yet: cancel it with DELETE, which needs no authorisation";
    return refuse(409, 'CONFLICT', text);
  }
  return isCancellable(order) ? undefined : refuseTooLate(order);
}

export function refuseTooLate({ status }: Order): Refusal {
  return refuse(409, 'CONFLICT', `a payment in ${status} can't be cancelled any more`);
}
