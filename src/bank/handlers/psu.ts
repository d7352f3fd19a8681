import { formatTppId } from '../../certificates/certificate.ts';
import type { Header } from '../../message.ts';
import type { Op } from '../../store/contract.ts';
import type { AgreementList, ConsentAsked, User } from '../../wire/answers/information.ts';
import { message } from '../../wire/errors.ts';
import { link } from '../../wire/link.ts';
import { type TppContact, tppContact } from '../../wire/product-bodies.ts';
import { createJsonResult, createOkResult, NO_CONTENT, refuseUnknownResource } from '../answer.ts';
import { loadPsu, requireSca } from '../guards/psu.ts';
import { findPayer } from '../life/payer.ts';
import { buildScaRedirect, refuseTooManyOpen, startAuthorisation } from '../links.ts';
import type { RequestContext } from '../request-context.ts';
import { defineRoute, type Handler, type Route, type StatefulGuard } from '../routes/route.ts';
import { deriveCorporateId } from '../sca/steps.ts';
import { listCorporateAgreements } from '../store/tables/customers.ts';
import { findCorporateId, findPsuId, keepCorporateId } from '../store/tables/psus.ts';
import { findContact, keepContact, removeContact } from '../store/tables/tpps.ts';

/** Handles GET of the session's PSU and its contexts. @see D6-user */
export const readUser: Handler = function* (exchange) {
  const { tpp, psu } = exchange;
  if (psu === undefined) throw new Error('a session without a PSU passed the guards');
  const psuId = yield* findPsuId(tpp, psu);
  if (psuId === undefined) throw new Error('an SCA has left no psu-id');
  const contexts: User['contexts'][number][] = [];
  if ((yield* findPayer(psu, undefined)) !== undefined) contexts.push('PRIVATE');
  if ((yield* listCorporateAgreements(psu)).length > 0) contexts.push('CORPORATE');
  return createOkResult<User>({ psuId, contexts, _links: { self: link(exchange.href('/v1/user'), 'GET') } });
};

/**
 * Lists the agreements in which the PSU may act for a company, whatever the context of its SCA.
 * @see I-authentication-9
 * @see D6-agreements, D6-agreement-consent
 */
export const listAgreementsOfPsu: Handler = function* (exchange) {
  const { psu } = exchange;
  if (psu === undefined) throw new Error('a session without a PSU passed the guards');
  const _links = { self: link(exchange.href('/v1/agreements'), 'GET') };
  const agreements: AgreementList['agreements'][number][] = [];
  for (const { agreementId, name, ownerNumber: owner } of yield* listCorporateAgreements(psu)) {
    const psuCorporateId = yield* resolveCorporateId(exchange, psu, agreementId);
    agreements.push({ psuCorporateId, name, owner, _links });
  }
  return createOkResult<AgreementList>({ agreements });
};

/**
 * Finds or derives a psu-corporate-id. A derived id is stored before it is returned, because only returned ids are
 * accepted later.
 */
function* resolveCorporateId(
  { tpp, world: { seed } }: RequestContext,
  psu: string,
  agreementId: string,
): Op<string> {
  const known = yield* findCorporateId(tpp, psu, agreementId);
  if (known !== undefined) return known;
  const made = deriveCorporateId(seed, tpp, psu, agreementId);
  yield* keepCorporateId(tpp, psu, agreementId, made);
  return made;
}

/**
 * Creates a handler that always starts a new SCA, regardless of open SCAs and earlier consents.
 * @see D6-consent-calls
 */
function createConsentHandler(more: Omit<ConsentAsked, '_links'>, headers: readonly Header[]): Handler {
  return function* (exchange) {
    const refusal = yield* refuseTooManyOpen(exchange);
    if (refusal) return refusal;
    const sca = yield* startAuthorisation(exchange, { purpose: 'consent' });
    const json: ConsentAsked = { ...more, _links: { scaRedirect: buildScaRedirect(exchange, sca) } };
    return createJsonResult(201, json, headers);
  };
}

export const askForConsent = createConsentHandler({}, []);

/** The deprecation notice. @see I-deprecations */
const TEXT = 'POST /v1/consents is deprecated: send POST /v1/bank-offered-consents instead';

export const askForConsentAsBefore = createConsentHandler(
  { tppMessages: [message('WARNING', 'BAD_REQUEST', TEXT)] },
  [['Deprecation', 'Mon, 05 Feb 2024 00:00:00 GMT']],
);

/** Refuses another TPP's contact like a missing one. @see D1-tpp-contact */
// biome-ignore lint/correctness/useYield: a guard is a piece of work, and this one needs nothing of the store.
export const requireOwn: StatefulGuard = function* (exchange) {
  return exchange.param('tppId') === formatTppId(exchange.tpp) ? undefined : UNKNOWN;
};

const UNKNOWN = refuseUnknownResource('contact');

/** Stores the contact of the TPP. @see D1-tpp-contact */
export const setContact: Handler = function* (exchange) {
  const { email } = exchange.body as TppContact;
  yield* keepContact(exchange.tpp, email);
  return createOkResult<TppContact>({ email });
};

/** Returns the contact of the TPP. @see D1-tpp-contact */
export const readContact: Handler = function* (exchange) {
  const email = yield* findContact(exchange.tpp);
  if (email === undefined) return UNKNOWN;
  return createOkResult<TppContact>({ email });
};

/** Deletes the contact of the TPP. @see D1-tpp-contact */
export const deleteContact: Handler = function* (exchange) {
  return (yield* removeContact(exchange.tpp)) ? NO_CONTENT : UNKNOWN;
};

const ASK: Partial<Route> = { statefulGuards: [loadPsu] };
const READ: Partial<Route> = { statefulGuards: [loadPsu, requireSca] };
const CONTACT: Partial<Route> = { statefulGuards: [requireOwn] };

/** The routes of PSU information and TPP contacts. @see D1-information-paths, D1-tpp-contact */
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
