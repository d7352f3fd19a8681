import type { Op } from '../../store/contract.ts';
import { formatOsloDate, formatOsloDateTime } from '../../values/oslo.ts';
import { message, type TppMessage } from '../../wire/errors.ts';
import { type Refusal, refuse } from '../answer.ts';
import {
  computeFreeTime,
  findFreePlace,
  isFresh,
  isRenewalDue,
  type Session,
} from '../domain/authorisation.ts';
import { CALL_COUNTED_MILLISECONDS } from '../domain/world.ts';
import { findPayer } from '../life/payer.ts';
import { refuseWithoutSca } from '../links.ts';
import type { RequestContext } from '../request-context.ts';
import type { Handler, StatefulGuard } from '../routes/route.ts';
import { hasDeclined } from '../store/tables/authorisations.ts';
import {
  findAgreementOfCorporateId,
  findConsented,
  findCustomerOfPsuId,
  findLastSca,
  keepCall,
  listCalls,
  wasConsented,
} from '../store/tables/psus.ts';

/** Finds the session of a request's PSU and TPP-Session-ID, fresh or not. @see D6-session */
export function* findSessionOfRequest(exchange: RequestContext): Op<Session | undefined> {
  const { psu } = exchange;
  return psu === undefined ? undefined : yield* exchange.findSession(psu);
}

/** Returns true if the PSU completed an SCA in this TPP-Session-ID within the last hour. */
export function* isWithinHour(exchange: RequestContext): Op<boolean> {
  return isFresh(yield* findSessionOfRequest(exchange), exchange.world.bankNow);
}

/**
 * Sets the PSU from PSU-ID and X-PSU-IDENTITY, which must identify the same customer.
 * @see D3-psu-identity, D3-corporate-user, D3-required, D3-identity-everywhere, D3-identity-person
 */
export const loadPsu: StatefulGuard = function* (exchange) {
  const psuId = exchange.header('PSU-ID');
  const identity = exchange.header('X-PSU-IDENTITY');
  exchange.psu = undefined;
  if (psuId !== undefined) {
    exchange.psu = yield* findCustomerOfPsuId(exchange.tpp, psuId.toLowerCase());
    const text = "isn't known to this bank for this TPP";
    if (!exchange.psu) return yield* refuseCredentials(exchange, 'PSU-ID', text);
  }
  if (identity !== undefined) {
    const known = (yield* exchange.findCustomerType(identity)) !== undefined;
    if (!known || (exchange.psu !== undefined && exchange.psu !== identity)) {
      exchange.psu = undefined;
      const text = known ? "isn't the same PSU as PSU-ID" : "isn't a customer of this bank";
      return yield* refuseCredentials(exchange, 'X-PSU-IDENTITY', text);
    }
    exchange.psu = identity;
  }
  return yield* checkCorporate(exchange, psuId !== undefined);
};

/** Sets the agreement from PSU-Corporate-ID, which a corporate user must send. @see D3-corporate-user */
function* checkCorporate(exchange: RequestContext, byPsuId: boolean): Op<Refusal | undefined> {
  const { psu } = exchange;
  const corporateId = exchange.header('PSU-Corporate-ID');
  exchange.agreement = undefined;
  if (corporateId !== undefined) {
    exchange.agreement = psu && (yield* findUsableAgreement(exchange.tpp, psu, corporateId));
    if (exchange.agreement !== undefined) return undefined;
    const text = "isn't known to this bank for this PSU";
    return yield* refuseCredentials(exchange, 'PSU-Corporate-ID', text);
  }
  if (psu === undefined || !exchange.route.corporateIdRequired) return undefined;
  const isCompany = (yield* exchange.findCustomerType(psu)) === 'CORPORATE';
  if (isCompany && byPsuId) return CORPORATE_ID_MISSING;
  if (isCompany && exchange.route.identityIsPerson) return IDENTITY_OF_COMPANY;
  return (yield* isInCorporateSession(exchange)) ? CORPORATE_ID_MISSING : undefined;
}

/**
 * Finds the agreement of a PSU-Corporate-ID; undefined if it was deleted or the PSU may no longer act in it.
 * @see D8-delete-agreement
 */
function* findUsableAgreement(tpp: string, psu: string, corporateId: string): Op<string | undefined> {
  const known = yield* findAgreementOfCorporateId(tpp, psu, corporateId.toLowerCase());
  return known !== undefined && (yield* findPayer(psu, known)) ? known : undefined;
}

const CORPORATE_ID_MISSING = refuseCorporate('PSU-Corporate-ID is required for a corporate user');

/**
 * The refusal of a company number in X-PSU-IDENTITY, which identifies a person when a payment is created.
 * @see D3-identity-person
 */
const IDENTITY_OF_COMPANY = refuseCorporate(
  "PSU-Corporate-ID is required, because X-PSU-IDENTITY is a company's number: or send the number of a person who has an agreement with the company",
);

function refuseCorporate(text: string): Refusal {
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-Corporate-ID');
}

/** Returns true if the session's SCA was in the corporate context. @see D3-corporate-user */
function* isInCorporateSession(exchange: RequestContext): Op<boolean> {
  const session = yield* findSessionOfRequest(exchange);
  return session?.context === 'CORPORATE' && !session.dead;
}

/** Refuses PSU headers that identify no customer. @see D2-psu-credentials */
function refuseCredentials(exchange: RequestContext, header: string, text: string): Op<Refusal> {
  const fault = message('ERROR', 'PSU_CREDENTIALS_INVALID', `${header} ${text}`, header);
  return refuseWithoutSca(exchange, fault);
}

/**
 * Requires an SCA in this TPP-Session-ID within the last hour, for the lists of accounts, the PSU and its agreements.
 * @see D6-hour
 */
export const requireSca = createScaGuard(findScaFault);

/** Creates a guard that refuses with a link to a new SCA. */
function createScaGuard(find: (exchange: RequestContext) => Op<TppMessage | undefined>): StatefulGuard {
  return function* (exchange) {
    const fault = yield* find(exchange);
    return fault && (yield* refuseWithoutSca(exchange, fault));
  };
}

/** Finds the reason why the request needs a new SCA. @see D2-sca-codes */
function* findScaFault(exchange: RequestContext): Op<TppMessage | undefined> {
  const { tpp, psu } = exchange;
  if (psu === undefined) return NO_PSU;
  const session = yield* findSessionOfRequest(exchange);
  if (isFresh(session, exchange.world.bankNow)) return undefined;
  if (session) return session.dead ? REPLACED : OVER;
  return (yield* hasDeclined(tpp, psu, exchange.header('TPP-Session-ID') ?? '')) ? DECLINED : NO_SCA;
}

const NO_PSU_TEXT = 'no SCA can be found, because neither PSU-ID nor X-PSU-IDENTITY identifies a PSU';
const NO_PSU = message('ERROR', 'SCA_NOT_FOUND', NO_PSU_TEXT);
const NO_SCA = message('ERROR', 'SCA_NOT_FOUND', 'this PSU has had no SCA in this TPP-Session-ID');
const REPLACED = message('ERROR', 'SCA_NOT_FOUND', 'an SCA in another TPP-Session-ID has ended this one');
const OVER = message('ERROR', 'SCA_EXPIRED', 'the SCA in this TPP-Session-ID was over an hour ago');
const DECLINED = message('ERROR', 'SCA_INVALID', 'the PSU has declined the SCA in this TPP-Session-ID');

/**
 * Requires a consent before any account information, including the list of accounts: by the PSU itself or in the
 * agreement of the request. Also requires that the PSU's last SCA is at most 180 days old.
 * @see I-authentication-8, I-authentication-10
 * @see D2-consent-codes, D6-180-days, D6-agreement-consent
 */
export const requireConsent = createScaGuard(findConsentFault);

/** Finds the reason why the request has no valid consent. @see D2-consent-codes */
function* findConsentFault(exchange: RequestContext): Op<TppMessage | undefined> {
  const { tpp, psu, agreement } = exchange;
  exchange.consented = undefined;
  if (psu === undefined) return NO_CONSENT;
  const consented = yield* findConsented(tpp, psu, agreement);
  if (consented.size === 0) return (yield* wasConsented(tpp, psu, agreement)) ? REVOKED : NO_CONSENT;
  if (isRenewalDue(yield* findLastSca(tpp, psu), exchange.world.bankNow)) return EXPIRED;
  exchange.consented = consented;
  return undefined;
}

const NO_CONSENT = message('ERROR', 'CONSENT_UNKNOWN', "the PSU hasn't consented to account information yet");
const REVOKED_TEXT = "the PSU's consent was revoked or covers no account any more";
const REVOKED = message('ERROR', 'CONSENT_INVALID', REVOKED_TEXT);
const EXPIRED = message('ERROR', 'CONSENT_EXPIRED', 'the PSU has had no SCA in the last 180 days');

/**
 * Limits a handler to four calls in 24 hours per operation and account, after the hour of the SCA and without
 * PSU-IP-Address. Only calls with status 200 count, so the handler runs first. The call is counted in the same
 * transaction under the write lock; for that, a read is repeated as a write.
 * @see D6-four-calls, D7-page-token
 * @see ADR 35
 * @see ADR 3
 */
export function limitDailyCalls(handler: Handler): Handler {
  return function* (exchange) {
    const outcome = yield* handler(exchange);
    if (!('status' in outcome) || outcome.status !== 200) return outcome;
    if (exchange.isContinued) return outcome;
    if (exchange.header('PSU-IP-Address') !== undefined || (yield* isWithinHour(exchange))) return outcome;
    const { tpp, psu = '', route, params } = exchange;
    const { accountId, cardAccountId: account = accountId ?? '' } = params;
    const call = { tpp, psu, account, operation: route.operation };
    const calls = yield* listCalls(call);
    const place = findFreePlace(calls, exchange.world.bankNow, CALL_COUNTED_MILLISECONDS);
    if (place === undefined) return refuseFifth(computeFreeTime(calls, CALL_COUNTED_MILLISECONDS));
    yield* keepCall(call, place, exchange.world.bankNow);
    return outcome;
  };
}

function refuseFifth(next: number) {
  const text = `the limit of 4 calls in 24 hours without PSU-IP-Address is reached for this account and operation: the next one is possible from ${formatOsloDateTime(next)}`;
  return refuse(429, 'ACCESS_EXCEEDED', text);
}

/**
 * Creates a guard that refuses dateFrom after dateTo. The default of dateTo is today on the bank's clock; it is checked
 * only if it applies to every list of the response.
 * @param filtersPending true if the default applies to pending transactions too
 * @see D7-list-dates
 */
export function checkDates({ filtersPending }: { readonly filtersPending: boolean }): StatefulGuard {
  // biome-ignore lint/correctness/useYield: it stands among guards that read the store
  return function* ({ query, world: { bankNow } }) {
    const from = query.get('dateFrom');
    const to = query.get('dateTo');
    if (to === null && !filtersPending && query.get('bookingStatus') !== 'booked') return undefined;
    if (from === null || from <= (to ?? formatOsloDate(bankNow))) return undefined;
    const text = to === null ? 'today, the default for dateTo' : 'dateTo';
    return refuse(400, 'FORMAT_ERROR', `dateFrom must not be after ${text}`, 'dateFrom');
  };
}
