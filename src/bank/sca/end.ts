import type { Op } from '../../store/contract.ts';
import { type Authorisation, isOpen, type ScaFailure } from '../domain/authorisation.ts';
import type { Payment } from '../domain/payment.ts';
import { canBeCancelled, isUnapproved } from '../domain/transitions.ts';
import { approvePayment, rejectUnapproved } from '../life/approve-payment.ts';
import { movePayment } from '../life/move.ts';
import { updateAuthorisation } from '../store/tables/authorisations.ts';
import { findPayment } from '../store/tables/payments.ts';
import { keepCorporateId, keepPsuId } from '../store/tables/psus.ts';
import { keepSession } from '../store/tables/sessions.ts';
import type { WorldState } from '../store/tables/world.ts';
import { corporateIdOf, psuIdOf } from './psu-ids.ts';

/**
 * The PSU has confirmed: what the SCA is for happens, in this very transaction, and its session's hour begins. It
 * fails instead when the payment was booked meanwhile or its money is not there.
 * @see decisions.md §4 FINALISED, Cancel; §6 Session
 */
export function* finaliseSca(world: WorldState, sca: Authorisation): Op<Authorisation> {
  const { identified, context } = sca.progress;
  if (identified === undefined || context === undefined) throw new Error('an SCA of nobody is confirmed');
  const obstacle = yield* carryOut(world, sca, identified);
  if (obstacle) return yield* end(world, sca, { scaStatus: 'FAILED', failure: obstacle });
  yield* keepIds(world, sca, identified);
  const { agreement } = sca.progress;
  yield* keepSession(sca.tpp, identified, sca.tppSessionId, {
    context,
    ...(agreement === undefined ? {} : { agreement }),
    finalisedAt: world.bankNow,
  });
  return yield* end(world, sca, { scaStatus: 'FINALISED' });
}

function* carryOut(world: WorldState, sca: Authorisation, psu: string): Op<ScaFailure | undefined> {
  const payment = sca.payment === undefined ? undefined : yield* findPayment(sca.payment);
  if (!payment) return undefined;
  if (sca.purpose === 'payment') {
    if (!isUnapproved(payment.status)) return 'booked-meanwhile';
    const approved = yield* approvePayment(world, payment, psu);
    return approved.status === 'RJCT' ? 'no-funds' : undefined;
  }
  if (!canBeCancelled(payment.status)) return 'booked-meanwhile';
  yield* movePayment(world, payment, ['CANC'], world.bankNow);
  return undefined;
}

function* keepIds({ seed }: WorldState, { tpp, progress }: Authorisation, psu: string): Op<void> {
  yield* keepPsuId(tpp, psu, psuIdOf(seed, tpp, psu));
  const { agreement } = progress;
  if (agreement !== undefined) {
    yield* keepCorporateId(tpp, psu, agreement, corporateIdOf(seed, tpp, psu, agreement));
  }
}

/**
 * An SCA fails. The payment that waited for it is rejected, unless the TPP itself withdrew the SCA; one that was to
 * be cancelled stays as it is.
 * @see decisions.md §4: FAILED, or 15 minutes over, of the last open authorisation → RJCT
 */
export function* failSca(world: WorldState, sca: Authorisation, failure: ScaFailure): Op<Authorisation> {
  if (!isOpen(sca)) return sca;
  const failed = yield* end(world, sca, { scaStatus: 'FAILED', failure });
  const payment = yield* paymentThatWaits(sca);
  if (payment && failure !== 'withdrawn') yield* rejectUnapproved(world, payment);
  return failed;
}

/** A start ends the open one, so the open one is the last. */
function* paymentThatWaits(sca: Authorisation): Op<Payment | undefined> {
  if (sca.purpose !== 'payment' || sca.payment === undefined) return undefined;
  const payment = yield* findPayment(sca.payment);
  return payment && isUnapproved(payment.status) ? payment : undefined;
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
