import type { Op } from '../../store/contract.ts';
import { outcomeOf } from '../../values/outcome-accounts.ts';
import { type Authorisation, isOpen, type PsuContext, type ScaFailure } from '../domain/authorisation.ts';
import type { Payment } from '../domain/payment.ts';
import type { RejectionReason } from '../domain/rejection.ts';
import { approvePayments, rejectUnapproved } from '../life/approve-payment.ts';
import { movePayment } from '../life/move.ts';
import { updateAuthorisation } from '../store/tables/authorisations.ts';
import { updateBasket } from '../store/tables/baskets.ts';
import { keepCorporateId, keepPsu } from '../store/tables/psus.ts';
import { findSession, keepSession } from '../store/tables/sessions.ts';
import type { WorldState } from '../store/tables/world.ts';
import { obstacleIn } from './payer.ts';
import { corporateIdOf, psuIdOf } from './psu-ids.ts';
import { findSubject, waitingFor } from './subject.ts';

/**
 * The PSU has confirmed: what the SCA is for happens, in this very transaction, and its session's hour begins. It
 * fails instead when everything was booked or ended meanwhile, the account is not what it was when it was shown, the
 * PSU may no longer act for it, or the money is not there.
 * @see decisions.md §4 FINALISED, Cancel; §6 Session
 */
export function* finaliseSca(world: WorldState, sca: Authorisation): Op<Authorisation> {
  const { identified, context } = sca.progress;
  if (identified === undefined || context === undefined) throw new Error('an SCA of nobody is confirmed');
  const obstacle = yield* carryOut(world, sca, identified, context);
  if (obstacle) return yield* failAlone(world, sca, obstacle);
  yield* keepIds(world, sca, identified);
  yield* beginHour(world, sca, identified, context);
  return yield* end(world, sca, { scaStatus: 'FINALISED' });
}

/** A session that was replaced is dead for good: an SCA begun in it revives nothing. @see D6-session-replaced */
function* beginHour(world: WorldState, sca: Authorisation, psu: string, context: PsuContext): Op<void> {
  const { tpp, tppSessionId, progress } = sca;
  if ((yield* findSession(tpp, psu, tppSessionId))?.dead) return;
  const { agreement } = progress;
  yield* keepSession(tpp, psu, tppSessionId, {
    context,
    ...(agreement === undefined ? {} : { agreement }),
    finalisedAt: world.bankNow,
  });
}

function* carryOut(
  world: WorldState,
  sca: Authorisation,
  psu: string,
  context: PsuContext,
): Op<ScaFailure | undefined> {
  const refused = yield* obstacleIn(sca, context, sca.progress.agreement);
  const subject = yield* findSubject(sca);
  if (!subject) return refused;
  const { basket, payments } = subject;
  if (basket) yield* updateBasket({ ...basket, state: 'ENDED' });
  const waiting = waitingFor(sca, payments);
  if (waiting.length === 0) return 'booked-meanwhile';
  if (sca.purpose === 'cancellation') return refused ?? (yield* cancelAll(world, waiting));
  if (refused) return yield* rejectAll(world, waiting, refused);
  if (waiting.some(isFaulty)) return yield* rejectAll(world, waiting, 'fault');
  const approved = yield* approvePayments(world, waiting, psu);
  if (approved.every(({ rejection }) => rejection === 'no-funds')) return 'no-funds';
  // Not before: of an SCA that fails the TPP learns no psu-id, and none that it has may tell it whose it was.
  if (basket) yield* updateBasket({ ...basket, psu, state: 'ENDED' });
  return undefined;
}

/** @see D8-outcome-accounts */
function isFaulty({ creditorAccount }: Payment): boolean {
  return outcomeOf(creditorAccount) === 'SYSTEM_ERROR';
}

function* rejectAll<R extends RejectionReason>(
  world: WorldState,
  payments: readonly Payment[],
  reason: R,
): Op<R> {
  for (const payment of payments) yield* rejectUnapproved(world, payment, reason);
  return reason;
}

function* cancelAll(world: WorldState, payments: readonly Payment[]): Op<undefined> {
  for (const payment of payments) yield* movePayment(world, payment, ['CANC'], world.bankNow);
  return undefined;
}

function* keepIds({ seed, bankNow }: WorldState, { tpp, progress }: Authorisation, psu: string): Op<void> {
  yield* keepPsu(tpp, psu, psuIdOf(seed, tpp, psu), bankNow);
  const { agreement } = progress;
  if (agreement !== undefined) {
    yield* keepCorporateId(tpp, psu, agreement, corporateIdOf(seed, tpp, psu, agreement));
  }
}

/**
 * An SCA fails. The payments that waited for it are rejected, unless the TPP itself withdrew the SCA; what was to be
 * cancelled stays as it is. There is one open SCA of a kind at most, so the open one is the last.
 * @see decisions.md §4: FAILED, or 15 minutes over, of the last open authorisation → RJCT
 */
export function* failSca(
  world: WorldState,
  sca: Authorisation,
  failure: Exclude<ScaFailure, 'booked-meanwhile'>,
): Op<Authorisation> {
  if (!isOpen(sca)) return sca;
  const failed = yield* failAlone(world, sca, failure);
  if (failure === 'withdrawn' || sca.purpose === 'cancellation') return failed;
  const { basket, payments = [] } = (yield* findSubject(sca)) ?? {};
  if (basket) yield* updateBasket({ ...basket, state: 'ENDED' });
  yield* rejectAll(world, waitingFor(sca, payments), failure);
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
    progress: { ...sca.progress, ...(failure ? { failure } : {}), endedAt: world.bankNow },
  };
  yield* updateAuthorisation(ended);
  return ended;
}
