import type { Op } from '../../store/contract.ts';
import {
  type Authorisation,
  isOpen,
  type PsuContext,
  type Purpose,
  type ScaFailure,
} from '../domain/authorisation.ts';
import type { Payer } from '../domain/creation.ts';
import { seededUuid } from '../domain/ids.ts';
import type { Agreement } from '../domain/world.ts';
import { type DebtorObstacle, findPayer } from '../life/payer.ts';
import { listAuthorisations, updateAuthorisation } from '../store/tables/authorisations.ts';
import { listCorporateAgreements } from '../store/tables/customers.ts';
import {
  findCorporateId,
  findPsuId,
  findSession,
  keepCorporateId,
  keepPsu,
  keepSession,
} from '../store/tables/psus.ts';
import type { WorldState } from '../store/tables/world.ts';
import { findSubject } from './subjects.ts';

/**
 * The psu-id of a TPP and PSU: unchanging, and the same after initialise.
 * @see I-authentication-5
 * @see D6-psu-id, D3-psu-id-of-tpp
 */
export function psuIdOf(seed: string, tpp: string, customerNumber: string): string {
  return seededUuid(seed, 'psu-id', tpp, customerNumber);
}

/** The psu-corporate-id of a TPP, PSU and agreement. @see D6-psu-corporate-id */
export function corporateIdOf(seed: string, tpp: string, customerNumber: string, agreement: string): string {
  return seededUuid(seed, 'psu-corporate-id', tpp, customerNumber, agreement);
}

/** By which the TPP knows the PSU of an SCA that is FINALISED. @see D6-psu-id */
export interface KnownIds {
  readonly psuId: string;
  /** In the corporate context. */
  readonly psuCorporateId?: string;
}

/** Those that were kept at the first SCA, whatever is derived today; undefined when the SCA has found out nobody. */
export function* knownIdsOf({ tpp, scaStatus, progress }: Authorisation): Op<KnownIds | undefined> {
  const { identified, agreement } = progress;
  if (scaStatus !== 'FINALISED' || identified === undefined) return undefined;
  const psuId = yield* findPsuId(tpp, identified);
  const psuCorporateId = agreement && (yield* findCorporateId(tpp, identified, agreement));
  if (psuId === undefined) throw new Error('a finished SCA has left no psu-id');
  return { psuId, psuCorporateId };
}

/**
 * The PSU has confirmed: what the SCA is for happens, in this very transaction, and its session's hour begins. It
 * fails instead when everything was booked or ended meanwhile, the account is not what it was when it was shown, the
 * PSU may no longer act for it, or the money is not there.
 * @see D4-fifteen-minutes, D4-cancel-sca, D6-session
 */
export function* finaliseSca(world: WorldState, sca: Authorisation): Op<Authorisation> {
  const { identified, context, agreement } = sca.progress;
  if (identified === undefined || context === undefined)
    throw new Error('an SCA without a PSU was confirmed');
  const subject = yield* findSubject(sca);
  const obstacle = subject.isOver
    ? 'booked-meanwhile'
    : ((yield* obstacleIn(sca, context, agreement)) ?? (yield* subject.carryOut(world, identified)));
  if (obstacle) return yield* failSca(world, sca, obstacle);
  yield* keepIds(world, sca, identified);
  yield* beginHour(world, sca, identified, context);
  return yield* end(world, sca, { scaStatus: 'FINALISED' });
}

/** A session that was replaced is dead for good: an SCA begun in it revives nothing. @see D6-session-replaced */
function* beginHour(world: WorldState, sca: Authorisation, psu: string, context: PsuContext): Op<void> {
  const { tpp, tppSessionId, progress } = sca;
  if ((yield* findSession(tpp, psu, tppSessionId))?.dead) return;
  const { agreement } = progress;
  yield* keepSession(tpp, psu, tppSessionId, { context, agreement, finalisedAt: world.bankNow });
}

function* keepIds({ seed, bankNow }: WorldState, { tpp, progress }: Authorisation, psu: string): Op<void> {
  yield* keepPsu(tpp, psu, psuIdOf(seed, tpp, psu), bankNow);
  const { agreement } = progress;
  if (agreement !== undefined) {
    yield* keepCorporateId(tpp, psu, agreement, corporateIdOf(seed, tpp, psu, agreement));
  }
}

/**
 * An SCA fails, and with it what waited for it, unless the TPP itself withdrew the SCA. There is one open SCA of a kind
 * at most, so the open one is the last.
 * @see D4-fifteen-minutes
 */
export function* failSca(world: WorldState, sca: Authorisation, failure: ScaFailure): Op<Authorisation> {
  if (!isOpen(sca)) return sca;
  const failed = yield* failAlone(world, sca, failure);
  if (failure !== 'withdrawn') yield* (yield* findSubject(sca)).failed(world, failure);
  return failed;
}

/** An SCA fails, and what it is about stays as it is. */
export function* failAlone(world: WorldState, sca: Authorisation, failure: ScaFailure): Op<Authorisation> {
  return yield* end(world, sca, { scaStatus: 'FAILED', failure });
}

function* end(
  world: WorldState,
  sca: Authorisation,
  { scaStatus, failure }: { scaStatus: 'FINALISED' | 'FAILED'; failure?: ScaFailure },
): Op<Authorisation> {
  const ended: Authorisation = {
    ...sca,
    scaStatus,
    progress: { ...sca.progress, failure, endedAt: world.bankNow },
  };
  yield* updateAuthorisation(ended);
  return ended;
}

/** The corporate agreements that the PSU may choose. @see D6-context */
export function* offeredAgreements({ progress }: Authorisation): Op<readonly Agreement[]> {
  return progress.identified === undefined ? [] : yield* listCorporateAgreements(progress.identified);
}

/**
 * The agreement in which the PSU acts.
 * @param agreementId absent: the only one offered; of several none
 */
export function* agreementFor(sca: Authorisation, agreementId?: string): Op<Agreement | undefined> {
  const offered = yield* offeredAgreements(sca);
  if (agreementId === undefined) return offered.length === 1 ? offered[0] : undefined;
  return offered.find((agreement) => agreement.agreementId === agreementId);
}

/**
 * What keeps the PSU from acting in a context for what the SCA is about: each debtor account that waits must be one
 * that they pay from there, in its own currency, and the bank must let it be paid from; what is cancelled must be
 * theirs. Nothing changes. An SCA without a payment is anybody's who may act there.
 * @see D4-debtor-later, S9-owner-before-payment
 */
export function* obstacleIn(
  sca: Authorisation,
  context: PsuContext,
  agreementId?: string,
): Op<DebtorObstacle | undefined> {
  const payer = yield* payerIn(sca, context, agreementId);
  if (payer === undefined) return 'not-theirs';
  return yield* (yield* findSubject(sca)).maySign(payer);
}

function* payerIn(sca: Authorisation, context: PsuContext, agreementId?: string): Op<Payer | undefined> {
  const { identified } = sca.progress;
  if (identified === undefined) return undefined;
  if (context === 'PRIVATE') return yield* findPayer(identified, undefined);
  const agreement = yield* agreementFor(sca, agreementId);
  return agreement && (yield* findPayer(identified, agreement.agreementId));
}

/** The open SCAs of a kind; there is one at most. */
export function* listOpen(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  return (yield* listAuthorisations(subject, purpose)).filter(isOpen);
}

/** Ends the open SCA of a kind; what it is about stays as it is. */
export function* withdrawOpen(world: WorldState, subject: bigint, purpose: Purpose): Op<void> {
  for (const sca of yield* listOpen(subject, purpose)) yield* failSca(world, sca, 'withdrawn');
}
