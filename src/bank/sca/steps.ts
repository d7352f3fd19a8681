import type { Op } from '../../store/contract.ts';
import type { ErrorCode } from '../../wire/errors.ts';
import type { ForcedScaStatus } from '../../wire/faults.ts';
import {
  type Authorisation,
  hasReached,
  isOpen,
  MOST_WRONG_NUMBERS,
  type Progress,
  type PsuContext,
  type Purpose,
  type ScaFailure,
} from '../domain/authorisation.ts';
import { deriveUuid } from '../domain/ids.ts';
import { REASONS } from '../domain/payment.ts';
import type { Agreement } from '../domain/world.ts';
import { type DebtorObstacle, findPayer } from '../life/payer.ts';
import { listAuthorisations, updateAuthorisation } from '../store/tables/authorisations.ts';
import { findCustomerType, listCorporateAgreements } from '../store/tables/customers.ts';
import {
  findCorporateId,
  findPsuId,
  findSession,
  keepCorporateId,
  keepPsu,
  keepSession,
} from '../store/tables/psus.ts';
import type { BankState } from '../store/tables/world.ts';
import { type ChosenAccounts, findSubject } from './subjects.ts';

/**
 * Derives the psu-id of a TPP and PSU. It never changes, not even after initialise.
 * @see I-authentication-5
 * @see D6-psu-id, D3-psu-id-of-tpp
 */
export function derivePsuId(seed: string, tpp: string, customerNumber: string): string {
  return deriveUuid(seed, 'psu-id', tpp, customerNumber);
}

/** Derives the psu-corporate-id of a TPP, PSU and agreement. @see D6-psu-corporate-id */
export function deriveCorporateId(
  seed: string,
  tpp: string,
  customerNumber: string,
  agreement: string,
): string {
  return deriveUuid(seed, 'psu-corporate-id', tpp, customerNumber, agreement);
}

/** The ids under which the TPP knows the PSU of a FINALISED SCA. @see D6-psu-id */
interface KnownIds {
  readonly psuId: string;
  /** Set in the corporate context. */
  readonly psuCorporateId?: string;
}

/**
 * Finds the ids stored at the first SCA, even if the derivation differs today.
 * @returns undefined if the SCA identified no PSU
 */
export function* findKnownIds({ tpp, scaStatus, progress }: Authorisation): Op<KnownIds | undefined> {
  const { identified, agreement } = progress;
  if (scaStatus !== 'FINALISED' || identified === undefined) return undefined;
  const psuId = yield* findPsuId(tpp, identified);
  const psuCorporateId = agreement && (yield* findCorporateId(tpp, identified, agreement));
  if (psuId === undefined) throw new Error('a finished SCA has left no psu-id');
  return { psuId, psuCorporateId };
}

/**
 * Completes a confirmed SCA: executes its subject in the same transaction and starts the session's hour. The SCA fails
 * if everything was booked or ended in the meantime, the account changed, the PSU may no longer act, or the funds are
 * insufficient.
 * @see D4-fifteen-minutes, D4-cancel-sca, D6-session
 */
function* completeSca(world: BankState, sca: Authorisation): Op<Authorisation> {
  const { identified, context, agreement } = sca.progress;
  if (identified === undefined || context === undefined)
    throw new Error('an SCA without a PSU was confirmed');
  const subject = yield* findSubject(sca);
  const obstacle = subject.isOver
    ? 'booked-meanwhile'
    : ((yield* findObstacle(sca, context, agreement)) ?? (yield* subject.carryOut(world, identified)));
  if (obstacle) return yield* failSca(world, sca, obstacle);
  yield* keepIds(world, sca, identified);
  yield* beginHour(world, sca, identified, context);
  return yield* end(world, sca, 'FINALISED');
}

/**
 * Starts the hour of the SCA's session. A replaced session stays dead, even after an SCA that was started in it.
 * @see D6-session-replaced
 */
function* beginHour(world: BankState, sca: Authorisation, psu: string, context: PsuContext): Op<void> {
  const { tpp, tppSessionId, progress } = sca;
  if ((yield* findSession(tpp, psu, tppSessionId))?.dead) return;
  const { agreement } = progress;
  yield* keepSession(tpp, psu, tppSessionId, { context, agreement, finalisedAt: world.bankNow });
}

function* keepIds({ seed, bankNow }: BankState, { tpp, progress }: Authorisation, psu: string): Op<void> {
  yield* keepPsu(tpp, psu, derivePsuId(seed, tpp, psu), bankNow);
  const { agreement } = progress;
  if (agreement !== undefined) {
    yield* keepCorporateId(tpp, psu, agreement, deriveCorporateId(seed, tpp, psu, agreement));
  }
}

/**
 * Fails an open SCA and its subject; if the TPP withdrew the SCA, the subject stays unchanged. A subject has at most
 * one open SCA per purpose, so no other SCA waits for it.
 * @see D4-fifteen-minutes
 */
export function* failSca(world: BankState, sca: Authorisation, failure: ScaFailure): Op<Authorisation> {
  if (!isOpen(sca)) return sca;
  const failed = yield* failAlone(world, sca, failure);
  if (failure !== 'withdrawn') yield* (yield* findSubject(sca)).failed(world, failure);
  return failed;
}

/** Fails an SCA and leaves its subject unchanged. */
export function failAlone(world: BankState, sca: Authorisation, failure: ScaFailure): Op<Authorisation> {
  return end(world, sca, 'FAILED', failure);
}

function end(
  world: BankState,
  sca: Authorisation,
  scaStatus: 'FINALISED' | 'FAILED',
  failure?: ScaFailure,
): Op<Authorisation> {
  return save(sca, scaStatus, { failure, endedAt: world.bankNow });
}

/** Lists the corporate agreements that the PSU may choose. @see D6-context */
export function* listOfferedAgreements({ progress }: Authorisation): Op<readonly Agreement[]> {
  return progress.identified === undefined ? [] : yield* listCorporateAgreements(progress.identified);
}

/**
 * Finds the agreement in which the PSU acts.
 * @param agreementId if absent, the only offered agreement; undefined if there are several
 */
export function* findAgreement(sca: Authorisation, agreementId?: string): Op<Agreement | undefined> {
  const offered = yield* listOfferedAgreements(sca);
  if (agreementId === undefined) return offered.length === 1 ? offered[0] : undefined;
  return offered.find((agreement) => agreement.agreementId === agreementId);
}

/**
 * Finds the obstacle for the PSU to act in a context: the PSU must be allowed to pay from each waiting debtor account,
 * in the account's currency; a payment to cancel must be the PSU's. Changes nothing.
 * @see D4-debtor-later, S9-owner-before-payment
 */
export function* findObstacle(
  sca: Authorisation,
  context: PsuContext,
  agreementId?: string,
): Op<DebtorObstacle | undefined> {
  const { identified } = sca.progress;
  const agreement = context === 'PRIVATE' ? undefined : yield* findAgreement(sca, agreementId);
  const canAct = identified !== undefined && (context === 'PRIVATE' || agreement !== undefined);
  const payer = canAct ? yield* findPayer(identified, agreement?.agreementId) : undefined;
  return payer === undefined ? 'not-theirs' : yield* (yield* findSubject(sca)).maySign(payer);
}

/** Lists the open SCAs of a subject and purpose, at most one. */
export function* listOpen(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  return (yield* listAuthorisations(subject, purpose)).filter(isOpen);
}

/** Withdraws the open SCA of a subject and purpose; the subject stays unchanged. */
export function* cancelOpenSca(world: BankState, subject: bigint, purpose: Purpose): Op<void> {
  for (const sca of yield* listOpen(subject, purpose)) yield* failSca(world, sca, 'withdrawn');
}

// The steps of an SCA, for the PSU on the bank's site and for the operator who plays the PSU. Each step returns the
// new state of the authorisation; a step that doesn't fit the present state changes nothing. See D6-site-steps,
// D3-single-sca.

/**
 * Step 1: identifies the PSU by its customer number. If the headers identified the PSU, only that number is accepted;
 * three wrong numbers fail the SCA. If the headers determined the context, step 2 follows at once.
 * @see S9-named-psu
 */
export function* identify(world: BankState, sca: Authorisation, number: string): Op<Authorisation> {
  if (!isOpen(sca) || hasReached(sca, 'PSU_IDENTIFIED')) return yield* settleContext(world, sca);
  const right = sca.psu === undefined ? (yield* findCustomerType(number)) !== undefined : number === sca.psu;
  if (!right) {
    const wrongNumbers = sca.progress.wrongNumbers + 1;
    const wrong = yield* save(sca, 'RECEIVED', { wrongNumbers });
    return wrongNumbers < MOST_WRONG_NUMBERS ? wrong : yield* failSca(world, wrong, 'wrong-numbers');
  }
  return yield* settleContext(world, yield* save(sca, 'PSU_IDENTIFIED', { identified: number }));
}

/**
 * Chooses the context of the headers once the PSU is identified. PSU-Context names no agreement: if the PSU has
 * several, the page asks for one.
 * @see D3-context-agreement
 */
export function* settleContext(world: BankState, sca: Authorisation): Op<Authorisation> {
  const { givenAgreement, givenContext } = sca;
  if (givenContext === undefined && givenAgreement === undefined) return sca;
  const isAgreementUnspecified = givenContext === 'CORPORATE' && givenAgreement === undefined;
  if (isAgreementUnspecified && (yield* listOfferedAgreements(sca)).length > 1) return sca;
  return yield* chooseContext(world, sca, givenContext ?? 'CORPORATE', givenAgreement);
}

/**
 * Step 2: chooses the context. The PSU must be allowed to pay from the debtor accounts in it before the page shows the
 * payments.
 * @param agreementId if absent, the only agreement
 * @see S9-owner-before-payment
 */
export function* chooseContext(
  world: BankState,
  sca: Authorisation,
  context: PsuContext,
  agreementId?: string,
): Op<Authorisation> {
  if (!isOpen(sca) || sca.scaStatus !== 'PSU_IDENTIFIED') return sca;
  const agreement = context === 'CORPORATE' ? yield* findAgreement(sca, agreementId) : undefined;
  const chosen = { context, agreement: agreement?.agreementId };
  const obstacle = yield* findObstacle(sca, context, agreementId);
  if (obstacle === undefined) return yield* save(sca, 'PSU_AUTHENTICATED', chosen);
  return yield* failSca(world, { ...sca, progress: { ...sca.progress, ...chosen } }, obstacle);
}

/**
 * Checks again that the PSU may act on the subject, because an account, agreement or engagement may have been deleted.
 * @see S9-owner-before-payment, D8-delete-agreement
 */
export function* checkStillAllowed(world: BankState, sca: Authorisation): Op<Authorisation> {
  const { context, agreement } = sca.progress;
  if (context === undefined || !isOpen(sca)) return sca;
  const obstacle = yield* findObstacle(sca, context, agreement);
  return obstacle === 'not-theirs' ? yield* failSca(world, sca, obstacle) : sca;
}

/**
 * Step 3: stores that the PSU has checked the subject.
 * @param chosen the PSU's choice for the subject
 */
export function* selectMethod(sca: Authorisation, chosen: ChosenAccounts): Op<Authorisation> {
  if (sca.scaStatus !== 'PSU_AUTHENTICATED') return sca;
  return yield* save(sca, 'SCA_METHOD_SELECTED', chosen);
}

/** Stores that the confirmation page was shown. */
export function* start(sca: Authorisation): Op<Authorisation> {
  if (sca.scaStatus !== 'SCA_METHOD_SELECTED') return sca;
  return yield* save(sca, 'STARTED', {});
}

/** Step 4: confirms the SCA. */
export function* confirm(world: BankState, sca: Authorisation): Op<Authorisation> {
  if (sca.scaStatus !== 'STARTED') return sca;
  return yield* completeSca(world, sca);
}

/** Declines the SCA; possible at every step. */
export function decline(world: BankState, sca: Authorisation): Op<Authorisation> {
  return failSca(world, sca, 'declined');
}

/** Stores progress without a change of status: the first browser of the link, or an accepted form. */
export function note(sca: Authorisation, progress: Partial<Progress>): Op<Authorisation> {
  return save(sca, sca.scaStatus, progress);
}

function* save(
  sca: Authorisation,
  scaStatus: Authorisation['scaStatus'],
  progress: Partial<Progress>,
): Op<Authorisation> {
  const saved: Authorisation = { ...sca, scaStatus, progress: { ...sca.progress, ...progress } };
  yield* updateAuthorisation(saved);
  return saved;
}

/**
 * Moves a new SCA to a status through the steps of a PSU, with their consequences. The PSU is the one of the request,
 * otherwise the owner of the debtor account; the context is that of the headers, otherwise PRIVATE.
 * @returns undefined without a change if the PSU is unknown or may not act
 * @see D11-fault-sca
 */
export function* setScaStatus(
  world: BankState,
  sca: Authorisation,
  target: ForcedScaStatus,
): Op<Authorisation | undefined> {
  if (target === 'RECEIVED') return sca;
  if (target === 'FAILED') return yield* failSca(world, sca, 'fault');
  const { progress, psu, givenContext: context = 'PRIVATE', givenAgreement } = sca;
  const number = progress.identified ?? psu ?? (yield* (yield* findSubject(sca)).likelyPsu());
  if (number === undefined) return undefined;
  const known: Authorisation = { ...sca, progress: { ...progress, identified: number } };
  if ((yield* findObstacle(known, context, givenAgreement)) !== undefined) return undefined;
  const identified = yield* save(sca, 'PSU_IDENTIFIED', { identified: number });
  if (target === 'PSU_IDENTIFIED') return identified;
  // Count the forms of the number and the context as sent, so that the link opens the next page.
  const onPage = yield* note(identified, { page: 2 });
  const authenticated = yield* chooseContext(world, onPage, context, givenAgreement);
  if (target === 'PSU_AUTHENTICATED') return authenticated;
  const selected = yield* selectMethod(authenticated, {});
  if (target === 'SCA_METHOD_SELECTED') return selected;
  const started = yield* start(selected);
  return target === 'STARTED' ? started : yield* confirm(world, started);
}

interface StepFailure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly text: string;
}

/** The status, code and text of each failure in the failure redirect; undefined without a redirect. @see D6-redirect */
const FAILURES: Readonly<Record<ScaFailure, StepFailure | undefined>> = {
  ...REASONS,
  'booked-meanwhile': {
    status: 409,
    code: 'CONFLICT',
    text: 'the payment was booked or ended in the meantime',
  },
  withdrawn: undefined,
};

/** The failure of a session or consent if the PSU may not act in the context. */
const NOT_TO_ACT: StepFailure = { ...REASONS['not-theirs'], text: 'the PSU may not act in this context' };

/**
 * The names of all parameters that the bank adds; the bank removes parameters with these names from the URI
 * (D6-redirect).
 */
const OURS = [
  ...['psu-id', 'psu-corporate-id', 'tpp-session-id', 'context'],
  ...['system', 'status', 'code', 'message'],
];

/**
 * Builds the URL to which the PSU is redirected after the SCA: TPP-Redirect-URI with its own query and the bank's
 * parameters.
 * @returns undefined if the SCA is open or has no redirect
 * @see I-authentication-5, I-authentication-6, D3-single-sca
 */
export function* buildReturnUrl(sca: Authorisation): Op<string | undefined> {
  const parameters = (yield* buildSuccessParameters(sca)) ?? buildFailureParameters(sca);
  return parameters && withParameters(sca.redirectUri, parameters);
}

type Parameters = Readonly<Record<string, string>>;

function* buildSuccessParameters(sca: Authorisation): Op<Parameters | undefined> {
  const { context } = sca.progress;
  const known = yield* findKnownIds(sca);
  if (!known || context === undefined) return undefined;
  const { psuId, psuCorporateId } = known;
  return {
    'psu-id': psuId,
    ...(psuCorporateId === undefined ? {} : { 'psu-corporate-id': psuCorporateId }),
    'tpp-session-id': sca.tppSessionId,
    context,
  };
}

function buildFailureParameters({ subject, progress: { failure } }: Authorisation): Parameters | undefined {
  const isContext = failure === 'not-theirs' && subject === undefined;
  const failed = isContext ? NOT_TO_ACT : failure && FAILURES[failure];
  if (!failed) return undefined;
  const parameters = { status: String(failed.status), code: failed.code, message: failed.text };
  return failed.status >= 500 ? { system: 'sca', ...parameters } : parameters;
}

/** Adds parameters to a URI, also one with an app's scheme. All other parts of the URI stay byte for byte. */
function withParameters(uri: string, parameters: Parameters): string {
  const mark = uri.indexOf('?');
  const path = mark < 0 ? uri : uri.slice(0, mark);
  const own = mark < 0 ? [] : uri.slice(mark + 1).split('&');
  const kept = own.filter((pair) => pair !== '' && !OURS.includes(parseParameterName(pair)));
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${[...kept, ...added].join('&')}`;
}

function parseParameterName(pair: string): string {
  const name = pair.split('=')[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
