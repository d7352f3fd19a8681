import type { Op } from '../store/contract.ts';
import type { TppMessage } from '../wire/errors.ts';
import { type Link, type Links, link } from '../wire/link.ts';
import { answerMade, type Result } from './answer.ts';
import {
  type Authorisation,
  MOST_OPEN,
  type PsuContext,
  type Purpose,
  UNOPENED,
} from './domain/authorisation.ts';
import { orderedId } from './domain/ids.ts';
import type { Exchange } from './exchange.ts';
import { type Refusal, refuse } from './refusal.ts';
import { countOpen, findOpenSessionSca, insertAuthorisation } from './store/tables/authorisations.ts';
import { nextSequence, type WorldState } from './store/tables/world.ts';

/** Where the PSU authorises: absolute, with the link's secret. @see safety.md §9 */
export function scaRedirect(exchange: Exchange, authorisation: Authorisation): Link {
  const { publicUrl, basePath } = exchange.settings;
  return link(`${publicUrl}${basePath}/sca/${authorisation.authorisationId}/${authorisation.secret}`, 'GET');
}

/**
 * Where the TPP reads how an SCA stands.
 * @param subject href of the payment, bulk or basket that it is about
 */
export function scaStatusHref(subject: string, { purpose, authorisationId }: Authorisation): string {
  const kind = purpose === 'cancellation' ? 'cancellation-authorisations' : 'authorisations';
  return `${subject}/${kind}/${authorisationId}`;
}

/** The links of an SCA that was started; an exempted one has nowhere to go. @see decisions.md §4 EXEMPTED */
export function linksOfSca(exchange: Exchange, subject: string, authorisation: Authorisation): Links {
  const redirect =
    authorisation.scaStatus === 'EXEMPTED' ? {} : { scaRedirect: scaRedirect(exchange, authorisation) };
  return { ...redirect, scaStatus: link(scaStatusHref(subject, authorisation), 'GET') };
}

/** The answer to a start of an authorisation. @see decisions.md §1, §5 */
export function answerStarted(exchange: Exchange, subject: string, sca: Authorisation): Result {
  return answerMade(scaStatusHref(subject, sca), {
    scaStatus: sca.scaStatus,
    authorisationId: sca.authorisationId,
    _links: linksOfSca(exchange, subject, sca),
  });
}

interface Wanted {
  readonly purpose: Purpose;
  /** Sequence of the payment, bulk or basket. */
  readonly subject?: bigint;
  readonly isExempt?: boolean;
  /** customerNumber, where the session has said who the PSU is. */
  readonly identified?: string | undefined;
}

/**
 * At most 20 open SCAs per TPP and PSU. Asked before anything of the request is written: a start that is refused
 * changes nothing.
 * @param ending those that the new one takes the place of
 * @see safety.md §9
 */
export function* refuseTooManyOpen(
  { tpp, psu }: Exchange,
  ending: readonly Authorisation[] = [],
): Op<Refusal | undefined> {
  if (psu === undefined) return undefined;
  const left = (yield* countOpen(tpp, psu)) - ending.filter((sca) => sca.psu === psu).length;
  return left < MOST_OPEN ? undefined : refuse(429, 'ACCESS_EXCEEDED', TOO_MANY);
}

/**
 * Starts an SCA, of a payment, a cancellation, a basket, or of the session alone.
 * @see decisions.md §6
 */
export function* startAuthorisation(
  exchange: Exchange,
  world: WorldState,
  { purpose, subject, isExempt = false, identified }: Wanted,
): Op<Authorisation> {
  const sequence = nextSequence(world);
  const authorisation: Authorisation = {
    sequence,
    authorisationId: orderedId(world.seed, 'authorisation', sequence),
    purpose,
    tpp: exchange.tpp,
    tppName: exchange.tppName,
    tppSessionId: exchange.header('TPP-Session-ID') ?? '',
    redirectUri: exchange.header('TPP-Redirect-URI') ?? '',
    ...(subject === undefined ? {} : { subject }),
    scaStatus: isExempt ? 'EXEMPTED' : identified === undefined ? 'RECEIVED' : 'PSU_IDENTIFIED',
    secret: exchange.secret(),
    createdAt: world.bankNow,
    ...settledByHeaders(exchange),
    prefersApp: exchange.header('TPP-Redirect-Preferred') === 'false',
    progress: identified === undefined ? UNOPENED : { ...UNOPENED, identified },
  };
  yield* insertAuthorisation(authorisation);
  return authorisation;
}

const TOO_MANY = `this PSU has ${MOST_OPEN} open authorisations: finish one, or wait until their 15 minutes are over`;

/** What headers settle the page does not ask. @see decisions.md §3 */
function settledByHeaders(
  exchange: Exchange,
): Pick<Authorisation, 'psu' | 'brand' | 'givenContext' | 'givenAgreement'> {
  const brand = exchange.header('TPP-Brand-Logging-Information');
  const context = exchange.header('PSU-Context') as PsuContext | undefined;
  return {
    ...(exchange.psu === undefined ? {} : { psu: exchange.psu }),
    ...(brand === undefined ? {} : { brand }),
    ...(context === undefined ? {} : { givenContext: context }),
    ...(exchange.agreement === undefined
      ? {}
      : { givenContext: 'CORPORATE', givenAgreement: exchange.agreement }),
  };
}

/**
 * A 401: with the link of the open SCA of the same TPP, session and PSU, else of a new one.
 * @see decisions.md §2: every 401 carries scaRedirect
 */
export function* refuseWithoutSca(exchange: Exchange, world: WorldState, fault: TppMessage): Op<Refusal> {
  const session = exchange.header('TPP-Session-ID') ?? '';
  const open = yield* findOpenSessionSca(exchange.tpp, session, exchange.psu);
  const refusal = open ? undefined : yield* refuseTooManyOpen(exchange);
  if (refusal) return refusal;
  const sca = open ?? (yield* startAuthorisation(exchange, world, { purpose: 'session' }));
  return { status: 401, messages: [fault], links: { scaRedirect: scaRedirect(exchange, sca) } };
}
