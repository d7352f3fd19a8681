import { tppIdOf } from '../../certificates/certificate.ts';
import type { Header } from '../../message.ts';
import type { Op } from '../../store/contract.ts';
import type { AgreementList, ConsentAsked, User } from '../../wire/answers/information.ts';
import { message } from '../../wire/errors.ts';
import { link } from '../../wire/link.ts';
import { type TppContact, tppContact } from '../../wire/request-bodies.ts';
import { answerOk, unknownResource } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { loadPsu, requireSca } from '../guards/psu.ts';
import { findPayer } from '../life/payer.ts';
import { refuseTooManyOpen, scaRedirect, startAuthorisation } from '../links.ts';
import { defineRoute, type Handler, type Route, type StatefulGuard } from '../routes/route.ts';
import { corporateIdOf } from '../sca/steps.ts';
import { listCorporateAgreements } from '../store/tables/customers.ts';
import { findCorporateId, findPsuId, keepCorporateId } from '../store/tables/psus.ts';
import { findContact, keepContact, removeContact } from '../store/tables/tpps.ts';
import type { WorldState } from '../store/tables/world.ts';

/** Who the PSU of the session is, and in which contexts they may act. @see D6-user */
export const readUser: Handler = function* (exchange) {
  const { tpp, psu } = exchange;
  if (psu === undefined) throw new Error('a session without a PSU passed the guards');
  const psuId = yield* findPsuId(tpp, psu);
  if (psuId === undefined) throw new Error('an SCA has left no psu-id');
  const contexts: User['contexts'][number][] = [];
  if ((yield* findPayer(psu, undefined)) !== undefined) contexts.push('PRIVATE');
  if ((yield* listCorporateAgreements(psu)).length > 0) contexts.push('CORPORATE');
  return answerOk<User>({ psuId, contexts, _links: { self: link(exchange.href('/v1/user'), 'GET') } });
};

/**
 * The agreements in which the PSU may act for a company, whatever the context of their SCA.
 * @see I-authentication-9
 * @see D6-agreements, D6-agreement-consent
 */
export const listAgreementsOfPsu: Handler = function* (exchange, world) {
  const { psu } = exchange;
  if (psu === undefined) throw new Error('a session without a PSU passed the guards');
  const _links = { self: link(exchange.href('/v1/agreements'), 'GET') };
  const agreements: AgreementList['agreements'][number][] = [];
  for (const { agreementId, name, ownerNumber: owner } of yield* listCorporateAgreements(psu)) {
    const psuCorporateId = yield* corporateIdFor(exchange, world, psu, agreementId);
    agreements.push({ psuCorporateId, name, owner, _links });
  }
  return answerOk<AgreementList>({ agreements });
};

/** An id is kept when it is told first, as one that an SCA tells: what nobody was told is not taken. */
function* corporateIdFor(
  { tpp }: Exchange,
  { seed }: WorldState,
  psu: string,
  agreementId: string,
): Op<string> {
  const known = yield* findCorporateId(tpp, psu, agreementId);
  if (known !== undefined) return known;
  const made = corporateIdOf(seed, tpp, psu, agreementId);
  yield* keepCorporateId(tpp, psu, agreementId, made);
  return made;
}

/** Always a new SCA, whatever is open or consented to. @see D6-consent-calls */
function asking(more: Omit<ConsentAsked, '_links'>, headers: readonly Header[]): Handler {
  return function* (exchange, world) {
    const refusal = yield* refuseTooManyOpen(exchange);
    if (refusal) return refusal;
    const sca = yield* startAuthorisation(exchange, world, { purpose: 'consent' });
    const json: ConsentAsked = { ...more, _links: { scaRedirect: scaRedirect(exchange, sca) } };
    return { status: 201, headers, json };
  };
}

export const askForConsent = asking({}, []);

/** @see I-deprecations */
const TEXT = 'POST /v1/consents is deprecated: send POST /v1/bank-offered-consents instead';

export const askForConsentAsBefore = asking({ tppMessages: [message('WARNING', 'BAD_REQUEST', TEXT)] }, [
  ['Deprecation', 'Mon, 05 Feb 2024 00:00:00 GMT'],
]);

/** Another TPP's is answered as one that nobody has. @see D1-tpp-contact */
// biome-ignore lint/correctness/useYield: a guard is a piece of work, and this one needs nothing of the store.
export const requireOwn: StatefulGuard = function* (exchange) {
  return isOwn(exchange) ? undefined : UNKNOWN;
};

const UNKNOWN = unknownResource('contact');

function isOwn(exchange: Exchange): boolean {
  return exchange.param('tppId') === tppIdOf(exchange.tpp);
}

/** @see D1-tpp-contact */
export const setContact: Handler = function* (exchange) {
  const { email } = exchange.body as TppContact;
  yield* keepContact(exchange.tpp, email);
  return answerOk<TppContact>({ email });
};

/** @see D1-tpp-contact */
export const readContact: Handler = function* (exchange) {
  const email = yield* findContact(exchange.tpp);
  if (email === undefined) return UNKNOWN;
  return answerOk<TppContact>({ email });
};

/** @see D1-tpp-contact */
export const deleteContact: Handler = function* (exchange) {
  return (yield* removeContact(exchange.tpp)) ? { status: 204 } : UNKNOWN;
};

const ASK: Partial<Route> = { statefulGuards: [loadPsu] };
const READ: Partial<Route> = { statefulGuards: [loadPsu, requireSca] };
const CONTACT: Partial<Route> = { statefulGuards: [requireOwn] };

/** @see D1-information-paths, D1-tpp-contact */
export const PSU_ROUTES: readonly Route[] = [
  defineRoute('create bank-offered consent', askForConsent, ASK),
  defineRoute('create consent', askForConsentAsBefore, ASK),
  defineRoute('read user', readUser, READ),
  defineRoute('read user by its other name', readUser, READ),
  defineRoute('list agreements', listAgreementsOfPsu, READ),
  defineRoute('set contact information', setContact, { ...CONTACT, body: () => tppContact }),
  defineRoute('read contact information', readContact, CONTACT),
  defineRoute('delete contact information', deleteContact, CONTACT),
];
