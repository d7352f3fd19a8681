import type { Op } from '../store/contract.ts';
import type { TppMessage } from '../wire/errors.ts';
import { type Link, type Links, link } from '../wire/link.ts';
import { answerMade, type Refusal, type Result, refuse } from './answer.ts';
import {
  type Authorisation,
  isOpen,
  MOST_OPEN,
  type PsuContext,
  type Purpose,
  UNOPENED,
} from './domain/authorisation.ts';
import { orderedId } from './domain/ids.ts';
import type { Exchange } from './exchange.ts';
import {
  areOpen,
  findUnopenedSessionSca,
  insertAuthorisation,
  type SessionStart,
} from './store/tables/authorisations.ts';
import { nextSequence, type WorldState } from './store/tables/world.ts';

/** Where the PSU authorises: absolute, with the link's secret. @see S9-link-secret */
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

/** Returns the links of an SCA; one that has ended has no scaRedirect. @see D4-exempted, D6-sca-status */
export function linksOfSca(exchange: Exchange, subject: string, authorisation: Authorisation): Links {
  const scaStatus = link(scaStatusHref(subject, authorisation), 'GET');
  return isOpen(authorisation)
    ? { scaRedirect: scaRedirect(exchange, authorisation), scaStatus }
    : { scaStatus };
}

/** The answer to a start of an authorisation. @see D1-base-path, D5-authorisation */
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
 * At most 500 open SCAs per TPP and PSU that is known, 5,000 per TPP. Asked before anything of the request is written:
 * a start that is refused changes nothing.
 * @param ending those that the new one takes the place of
 * @see S9-open-authorisations
 */
export function* refuseTooManyOpen(
  { tpp, psu }: Exchange,
  ending: readonly Authorisation[] = [],
): Op<Refusal | undefined> {
  if (psu !== undefined) {
    const room = MOST_OPEN.ofPsu + ending.filter((sca) => sca.psu === psu).length;
    if (yield* areOpen(room, tpp, psu)) return tooMany(MOST_OPEN.ofPsu, 'one TPP may have for one PSU');
  }
  const room = MOST_OPEN.ofTpp + ending.length;
  return (yield* areOpen(room, tpp)) ? tooMany(MOST_OPEN.ofTpp, 'one TPP may have') : undefined;
}

function tooMany(most: number, ofWhat: string): Refusal {
  const next = 'finish or cancel one, or wait until one runs out after 15 minutes';
  return refuse(429, 'ACCESS_EXCEEDED', `${most} authorisations are open, the most ${ofWhat}: ${next}`);
}

/**
 * Starts an SCA, of a payment, a cancellation, a basket, a consent, or of the session alone.
 * @see D6-site-steps
 */
export function* startAuthorisation(
  exchange: Exchange,
  world: WorldState,
  { purpose, subject, isExempt = false, identified }: Wanted,
): Op<Authorisation> {
  const sequence = nextSequence(world);
  const { tpp, tppSessionId, redirectUri } = startOf(exchange);
  const authorisation: Authorisation = {
    sequence,
    authorisationId: orderedId(world.seed, 'authorisation', sequence),
    purpose,
    tppName: exchange.tppName,
    tpp,
    tppSessionId,
    redirectUri,
    subject,
    scaStatus: isExempt ? 'EXEMPTED' : identified === undefined ? 'RECEIVED' : 'PSU_IDENTIFIED',
    secret: exchange.secret(),
    createdAt: world.bankNow,
    ...settledByHeaders(exchange),
    prefersApp: exchange.header('TPP-Redirect-Preferred') === 'false',
    progress: { ...UNOPENED, identified, endedAt: isExempt ? world.bankNow : undefined },
  };
  yield* insertAuthorisation(authorisation);
  return authorisation;
}

/** What headers settle the page does not ask. @see D3-named-psu, D3-context-agreement */
function settledByHeaders(
  exchange: Exchange,
): Pick<Authorisation, 'psu' | 'brand' | 'givenContext' | 'givenAgreement'> {
  const { psu, agreement } = exchange;
  const context = exchange.header('PSU-Context') as PsuContext | undefined;
  return {
    psu,
    brand: exchange.header('TPP-Brand-Logging-Information'),
    givenContext: agreement === undefined ? context : 'CORPORATE',
    givenAgreement: agreement,
  };
}

/** From where the TPP starts an SCA, and for whom. */
function startOf(exchange: Exchange): SessionStart {
  const { tpp, psu, agreement } = exchange;
  return {
    tpp,
    psu,
    agreement,
    tppSessionId: exchange.header('TPP-Session-ID') ?? '',
    redirectUri: exchange.header('TPP-Redirect-URI') ?? '',
  };
}

/**
 * Whether a start now would be that of an SCA again, of the same kind and subject: then the open one is given. With
 * another session or TPP-Redirect-URI it would not lead back to this request.
 * @see D2-same-authorisation
 */
export function isSameStart(exchange: Exchange, sca: Authorisation): boolean {
  const { tpp, tppSessionId, redirectUri, psu, agreement } = startOf(exchange);
  return (
    sca.tpp === tpp &&
    sca.tppSessionId === tppSessionId &&
    sca.redirectUri === redirectUri &&
    sca.psu === psu &&
    sca.givenAgreement === agreement
  );
}

/**
 * Refuses with 401 and a link that works: of the newest SCA that was started the same way and that no browser has opened,
 * else of another one that is started beside the open ones. Nothing ends.
 * What the PSU is asked for, accounts or who they are, is the route's to say.
 * @see D2-sca-redirect-on-401, D15-purpose, S1-refusal-durable
 */
export function* refuseWithoutSca(exchange: Exchange, world: WorldState, fault: TppMessage): Op<Refusal> {
  const { scaPurpose: purpose = 'session' } = exchange.route;
  const unopened = yield* findUnopenedSessionSca(startOf(exchange), purpose);
  const refusal = unopened ? undefined : yield* refuseTooManyOpen(exchange);
  if (refusal) return refusal;
  const sca = unopened ?? (yield* startAuthorisation(exchange, world, { purpose }));
  return { status: 401, messages: [fault], links: { scaRedirect: scaRedirect(exchange, sca) } };
}
