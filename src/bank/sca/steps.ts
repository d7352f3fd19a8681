import { findOnce, type Op } from '../../store/contract.ts';
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
import { type Order, REASONS } from '../domain/payment.ts';
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
import { type ChosenAccounts, findSubject, type Subject } from './subjects.ts';

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
 * The steps of an SCA in one transaction, for the PSU on the bank's site and for the operator who plays the PSU. A step
 * changes the state, and one that doesn't fit the present state changes nothing; `save` stores the last state once.
 * Nothing is read twice.
 * @see D6-site-steps, D3-single-sca
 */
export class ScaSteps {
  readonly world: BankState;
  /** Finds the payment, basket or consent of the SCA. */
  readonly findSubject: () => Op<Subject>;
  readonly findCustomerType = findOnce(findCustomerType);
  /** Lists the corporate agreements that a PSU may choose. @see D6-context */
  readonly listAgreements = findOnce(listCorporateAgreements);
  /** Finds the ids stored at the first SCA; undefined if the SCA isn't finished or identified no PSU. */
  readonly findKnownIds = findOnce(() => this.#findKnownIds());
  readonly #findPayer = findOnce((acting) => {
    const [psu, agreementId] = JSON.parse(acting);
    return findPayer(psu, agreementId ?? undefined, this.findCustomerType);
  });
  #sca: Authorisation;
  #stored: Authorisation;
  #psuId: string | undefined;

  /** @param order the payment or bulk of the SCA, if that was found already */
  constructor(world: BankState, sca: Authorisation, order?: Order) {
    this.world = world;
    this.#sca = sca;
    this.#stored = sca;
    this.findSubject = findOnce(() => findSubject(sca, order));
  }

  /** The present state. */
  get sca(): Authorisation {
    return this.#sca;
  }

  get isOpen(): boolean {
    return isOpen(this.#sca);
  }

  /** Stores the state if a step changed it. */
  *save(): Op<void> {
    if (this.#sca !== this.#stored) yield* updateAuthorisation(this.#sca);
    this.#stored = this.#sca;
  }

  /**
   * Step 1: identifies the PSU by its customer number. If the headers identified the PSU, only that number is accepted;
   * three wrong numbers fail the SCA. If the headers determined the context, step 2 follows at once.
   * @see S9-named-psu
   */
  *identify(number: string): Op<void> {
    if (!this.isOpen || hasReached(this.#sca, 'PSU_IDENTIFIED')) return yield* this.settleContext();
    const { psu, progress } = this.#sca;
    if (psu === undefined ? (yield* this.findCustomerType(number)) !== undefined : number === psu) {
      this.identifyAs(number);
      return yield* this.settleContext();
    }
    const wrongNumbers = progress.wrongNumbers + 1;
    this.#change('RECEIVED', { wrongNumbers });
    if (wrongNumbers >= MOST_WRONG_NUMBERS) yield* this.fail('wrong-numbers');
  }

  /** Identifies the PSU without a check of the number. */
  identifyAs(number: string): void {
    this.#change('PSU_IDENTIFIED', { identified: number });
  }

  /**
   * Chooses the context of the headers once the PSU is identified. PSU-Context names no agreement: if the PSU has
   * several, the page asks for one.
   * @see D3-context-agreement
   */
  *settleContext(): Op<void> {
    const { givenAgreement, givenContext, progress } = this.#sca;
    if (givenContext === undefined && givenAgreement === undefined) return;
    const isAgreementUnspecified = givenContext === 'CORPORATE' && givenAgreement === undefined;
    if (isAgreementUnspecified && (yield* this.listOffered(progress.identified)).length > 1) return;
    yield* this.chooseContext(givenContext ?? 'CORPORATE', givenAgreement);
  }

  /**
   * Step 2: chooses the context. The PSU must be allowed to pay from the debtor accounts in it before the page shows the
   * payments.
   * @param agreementId if absent, the only agreement
   * @see S9-owner-before-payment
   */
  *chooseContext(context: PsuContext, agreementId?: string): Op<void> {
    const { scaStatus, progress } = this.#sca;
    if (scaStatus !== 'PSU_IDENTIFIED') return;
    const { identified } = progress;
    const agreement =
      context === 'CORPORATE' ? yield* this.findAgreement(identified, agreementId) : undefined;
    const obstacle = yield* this.findObstacle(identified, context, agreementId);
    const status = obstacle === undefined ? 'PSU_AUTHENTICATED' : scaStatus;
    this.#change(status, { context, agreement: agreement?.agreementId });
    if (obstacle !== undefined) yield* this.fail(obstacle);
  }

  /**
   * Checks again that the PSU may act on the subject, because an account, agreement or engagement may have been deleted.
   * @see S9-owner-before-payment, D8-delete-agreement
   */
  *checkStillAllowed(): Op<void> {
    const { identified, context, agreement } = this.#sca.progress;
    if (context === undefined || !this.isOpen) return;
    const obstacle = yield* this.findObstacle(identified, context, agreement);
    if (obstacle === 'not-theirs') yield* this.fail(obstacle);
  }

  /**
   * Step 3: stores that the PSU has checked the subject.
   * @param chosen the PSU's choice for the subject
   */
  selectMethod(chosen: ChosenAccounts): void {
    if (this.#sca.scaStatus === 'PSU_AUTHENTICATED') this.#change('SCA_METHOD_SELECTED', chosen);
  }

  /** Stores that the confirmation page was shown. */
  start(): void {
    if (this.#sca.scaStatus === 'SCA_METHOD_SELECTED') this.#change('STARTED', {});
  }

  /**
   * Step 4: executes the subject in the same transaction and starts the session's hour. The SCA fails if everything was
   * booked or ended in the meantime, the account changed, the PSU may no longer act, or the funds are insufficient.
   * @see D4-fifteen-minutes, D4-cancel-sca, D6-session
   */
  *confirm(): Op<void> {
    const { scaStatus, progress } = this.#sca;
    if (scaStatus !== 'STARTED') return;
    const { identified, context, agreement } = progress;
    if (identified === undefined || context === undefined)
      throw new Error('an SCA without a PSU was confirmed');
    const subject = yield* this.findSubject();
    const obstacle = subject.isOver
      ? 'booked-meanwhile'
      : ((yield* this.findObstacle(identified, context, agreement)) ??
        (yield* subject.carryOut(this.world, this.#sca, identified)));
    if (obstacle) return yield* this.fail(obstacle);
    yield* this.#keepIds(identified);
    yield* this.#beginHour(identified, context);
    this.#change('FINALISED', { endedAt: this.world.bankNow });
  }

  /** Declines the SCA; possible at every step. */
  decline(): Op<void> {
    return this.fail('declined');
  }

  /** Notes progress without a change of status: the first browser of the link, or an accepted form. */
  note(progress: Partial<Progress>): void {
    this.#change(this.#sca.scaStatus, progress);
  }

  /**
   * Fails an open SCA and its subject. A subject has at most one open SCA per purpose, so no other SCA waits for it.
   * @see D4-fifteen-minutes
   */
  *fail(failure: Exclude<ScaFailure, 'withdrawn'>): Op<void> {
    if (!this.isOpen) return;
    this.#sca = failAlone(this.world, this.#sca, failure);
    yield* (yield* this.findSubject()).failed(this.world, failure);
  }

  /** Lists the corporate agreements that a PSU may choose; none if the PSU isn't known. */
  *listOffered(psu: string | undefined): Op<readonly Agreement[]> {
    return psu === undefined ? [] : yield* this.listAgreements(psu);
  }

  /**
   * Finds the agreement in which a PSU acts.
   * @param agreementId if absent, the only offered agreement; undefined if there are several
   */
  *findAgreement(psu: string | undefined, agreementId?: string): Op<Agreement | undefined> {
    const offered = yield* this.listOffered(psu);
    if (agreementId === undefined) return offered.length === 1 ? offered[0] : undefined;
    return offered.find((agreement) => agreement.agreementId === agreementId);
  }

  /**
   * Finds the obstacle for a PSU to act in a context: the PSU must be allowed to pay from each waiting debtor account,
   * in the account's currency; a payment to cancel must be the PSU's. Changes nothing.
   * @see D4-debtor-later, S9-owner-before-payment
   */
  *findObstacle(
    psu: string | undefined,
    context: PsuContext,
    agreementId?: string,
  ): Op<DebtorObstacle | undefined> {
    const agreement = context === 'PRIVATE' ? undefined : yield* this.findAgreement(psu, agreementId);
    const canAct = psu !== undefined && (context === 'PRIVATE' || agreement !== undefined);
    const payer = canAct ? yield* this.#findPayer(JSON.stringify([psu, agreement?.agreementId])) : undefined;
    return payer === undefined ? 'not-theirs' : yield* (yield* this.findSubject()).maySign(payer);
  }

  #change(scaStatus: Authorisation['scaStatus'], progress: Partial<Progress>): void {
    this.#sca = { ...this.#sca, scaStatus, progress: { ...this.#sca.progress, ...progress } };
  }

  /**
   * Starts the hour of the SCA's session. A replaced session stays dead, even after an SCA that was started in it.
   * @see D6-session-replaced
   */
  *#beginHour(psu: string, context: PsuContext): Op<void> {
    const { tpp, tppSessionId, progress } = this.#sca;
    if ((yield* findSession(tpp, psu, tppSessionId))?.dead) return;
    const { agreement } = progress;
    yield* keepSession(tpp, psu, tppSessionId, { context, agreement, finalisedAt: this.world.bankNow });
  }

  *#keepIds(psu: string): Op<void> {
    const { seed, bankNow } = this.world;
    const { tpp, progress } = this.#sca;
    this.#psuId = yield* keepPsu(tpp, psu, derivePsuId(seed, tpp, psu), bankNow);
    const { agreement } = progress;
    if (agreement !== undefined) {
      yield* keepCorporateId(tpp, psu, agreement, deriveCorporateId(seed, tpp, psu, agreement));
    }
  }

  /** The ids may have been derived otherwise at the first SCA than today. */
  *#findKnownIds(): Op<KnownIds | undefined> {
    const { tpp, scaStatus, progress } = this.#sca;
    const { identified, agreement } = progress;
    if (scaStatus !== 'FINALISED' || identified === undefined) return undefined;
    const psuId = this.#psuId ?? (yield* findPsuId(tpp, identified));
    const psuCorporateId = agreement && (yield* findCorporateId(tpp, identified, agreement));
    if (psuId === undefined) throw new Error('a finished SCA has left no psu-id');
    return { psuId, psuCorporateId };
  }

  /**
   * Builds the URL to which the PSU is redirected after the SCA: TPP-Redirect-URI with its own query and the bank's
   * parameters.
   * @returns undefined if the SCA is open or has no redirect
   * @see I-authentication-5, I-authentication-6, D3-single-sca
   */
  *buildReturnUrl(): Op<string | undefined> {
    const known = yield* this.findKnownIds();
    const parameters = buildSuccessParameters(this.#sca, known) ?? buildFailureParameters(this.#sca);
    return parameters && withParameters(this.#sca.redirectUri, parameters);
  }
}

/** Fails an SCA and leaves its subject unchanged; returns its new state, which isn't stored. */
function failAlone(world: BankState, sca: Authorisation, failure: ScaFailure): Authorisation {
  return { ...sca, scaStatus: 'FAILED', progress: { ...sca.progress, failure, endedAt: world.bankNow } };
}

/** Fails and stores an open SCA and its subject. */
export function* failSca(
  world: BankState,
  sca: Authorisation,
  failure: Exclude<ScaFailure, 'withdrawn'>,
): Op<void> {
  const steps = new ScaSteps(world, sca);
  yield* steps.fail(failure);
  yield* steps.save();
}

/** Fails and stores open SCAs, and leaves their subjects unchanged. */
export function* cancelScas(
  world: BankState,
  open: readonly Authorisation[],
  failure: ScaFailure = 'withdrawn',
): Op<void> {
  for (const sca of open) yield* updateAuthorisation(failAlone(world, sca, failure));
}

/** Lists the open SCAs of a subject and purpose, at most one. */
export function* listOpen(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  return (yield* listAuthorisations(subject, [purpose])).filter(isOpen);
}

/** Withdraws the open SCA of a subject and purpose; the subject stays unchanged. */
export function* cancelOpenSca(world: BankState, subject: bigint, purpose: Purpose): Op<void> {
  yield* cancelScas(world, yield* listOpen(subject, purpose));
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
  const steps = new ScaSteps(world, sca);
  const isMoved = yield* moveTo(steps, target);
  yield* steps.save();
  return isMoved ? steps.sca : undefined;
}

function* moveTo(steps: ScaSteps, target: ForcedScaStatus): Op<boolean> {
  const { progress, psu, givenContext: context = 'PRIVATE', givenAgreement } = steps.sca;
  if (target === 'RECEIVED') return true;
  if (target === 'FAILED') {
    yield* steps.fail('fault');
    return true;
  }
  const number = progress.identified ?? psu ?? (yield* (yield* steps.findSubject()).likelyPsu());
  if (number === undefined) return false;
  if ((yield* steps.findObstacle(number, context, givenAgreement)) !== undefined) return false;
  steps.identifyAs(number);
  if (target === 'PSU_IDENTIFIED') return true;
  // Count the forms of the number and the context as sent, so that the link opens the next page.
  steps.note({ page: 2 });
  yield* steps.chooseContext(context, givenAgreement);
  if (target === 'PSU_AUTHENTICATED') return true;
  steps.selectMethod({});
  if (target === 'SCA_METHOD_SELECTED') return true;
  steps.start();
  if (target !== 'STARTED') yield* steps.confirm();
  return true;
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

type Parameters = Readonly<Record<string, string>>;

function buildSuccessParameters(sca: Authorisation, known: KnownIds | undefined): Parameters | undefined {
  const { context } = sca.progress;
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
