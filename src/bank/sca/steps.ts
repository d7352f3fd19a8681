import type { Op } from '../../store/contract.ts';
import type { ForcedScaStatus } from '../../wire/faults.ts';
import {
  type Authorisation,
  hasReached,
  isOpen,
  MOST_WRONG_NUMBERS,
  type Progress,
  type PsuContext,
} from '../domain/authorisation.ts';
import { updateAuthorisation } from '../store/tables/authorisations.ts';
import { findCustomerType } from '../store/tables/customers.ts';
import type { WorldState } from '../store/tables/world.ts';
import { agreementFor, failSca, finaliseSca, obstacleIn, offeredAgreements } from './end.ts';
import { type Chosen, findSubject } from './subjects.ts';

/**
 * The steps of an SCA, for the PSU on the bank's site and for the operator who plays the PSU. Each takes the
 * authorisation as it is and gives it as it has become; one that does not fit the present state changes nothing.
 * @see D6-site-steps, D3-single-sca
 */

/**
 * 1: the PSU gives a customer number. With a named PSU only that one is right; three wrong ones end the SCA. The
 * context follows at once when the headers settled it.
 * @see S9-named-psu
 */
export function* identify(world: WorldState, sca: Authorisation, number: string): Op<Authorisation> {
  if (!isOpen(sca) || hasReached(sca, 'PSU_IDENTIFIED')) return yield* settleContext(world, sca);
  const right = sca.psu === undefined ? (yield* findCustomerType(number)) !== undefined : number === sca.psu;
  if (!right) {
    const wrongNumbers = sca.progress.wrongNumbers + 1;
    const wrong = yield* save(sca, 'RECEIVED', { wrongNumbers });
    return wrongNumbers < MOST_WRONG_NUMBERS ? wrong : yield* failSca(world, wrong, 'wrong-numbers');
  }
  return yield* settleContext(world, yield* saveIdentified(sca, number));
}

/** Saves who the PSU is, and leaves the context open. */
export function* saveIdentified(sca: Authorisation, number: string): Op<Authorisation> {
  return yield* save(sca, 'PSU_IDENTIFIED', { identified: number });
}

/**
 * The context that the headers settled is chosen as soon as it is known who the PSU is. PSU-Context tells no agreement:
 * where the PSU has several, the page asks which.
 * @see D3-context-agreement
 */
export function* settleContext(world: WorldState, sca: Authorisation): Op<Authorisation> {
  const { givenAgreement, givenContext } = sca;
  if (givenContext === undefined && givenAgreement === undefined) return sca;
  if (yield* isAgreementOpen(sca)) return sca;
  return yield* chooseContext(world, sca, givenContext ?? 'CORPORATE', givenAgreement);
}

/** Whether the headers settled the corporate context and left open in which of several agreements. */
function* isAgreementOpen(sca: Authorisation): Op<boolean> {
  if (sca.givenContext !== 'CORPORATE' || sca.givenAgreement !== undefined) return false;
  return (yield* offeredAgreements(sca)).length > 1;
}

/**
 * 2: the context. The debtor accounts must be the PSU's, or of the agreement, before anything of the payments is shown.
 * @param agreementId which agreement; absent: the only one
 * @see S9-owner-before-payment
 */
export function* chooseContext(
  world: WorldState,
  sca: Authorisation,
  context: PsuContext,
  agreementId?: string,
): Op<Authorisation> {
  if (!isOpen(sca) || sca.scaStatus !== 'PSU_IDENTIFIED') return sca;
  const agreement = context === 'CORPORATE' ? yield* agreementFor(sca, agreementId) : undefined;
  const chosen = { context, ...(agreement ? { agreement: agreement.agreementId } : {}) };
  const obstacle = yield* obstacleIn(sca, context, agreementId);
  if (obstacle === undefined) return yield* save(sca, 'PSU_AUTHENTICATED', chosen);
  return yield* failSca(world, { ...sca, progress: { ...sca.progress, ...chosen } }, obstacle);
}

/**
 * What was shown is shown again only while it is the PSU's to sign for: an account, an agreement or an engagement may
 * have been taken away since.
 * @see S9-owner-before-payment, D8-delete-agreement
 */
export function* lookAgain(world: WorldState, sca: Authorisation): Op<Authorisation> {
  const { context, agreement } = sca.progress;
  if (context === undefined || !isOpen(sca)) return sca;
  const obstacle = yield* obstacleIn(sca, context, agreement);
  return obstacle === 'not-theirs' ? yield* failSca(world, sca, obstacle) : sca;
}

/** 3: the PSU has seen what is approved and goes on. @param chosen what its subject has them choose */
export function* selectMethod(sca: Authorisation, chosen: Chosen): Op<Authorisation> {
  if (sca.scaStatus !== 'PSU_AUTHENTICATED') return sca;
  return yield* save(sca, 'SCA_METHOD_SELECTED', chosen);
}

/** The confirmation is shown. */
export function* start(sca: Authorisation): Op<Authorisation> {
  if (sca.scaStatus !== 'SCA_METHOD_SELECTED') return sca;
  return yield* save(sca, 'STARTED', {});
}

/** 4: the PSU says yes. */
export function* confirm(world: WorldState, sca: Authorisation): Op<Authorisation> {
  if (sca.scaStatus !== 'STARTED') return sca;
  return yield* finaliseSca(world, sca);
}

/** The PSU says no, at any step. */
export function* decline(world: WorldState, sca: Authorisation): Op<Authorisation> {
  return yield* failSca(world, sca, 'declined');
}

/** Keeps that a browser has opened the link, or that a form was taken. */
export function* note(sca: Authorisation, progress: Partial<Progress>): Op<Authorisation> {
  return yield* save(sca, sca.scaStatus, progress);
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
 * Takes a new SCA to a state by the steps that a PSU would take, with their consequences. The PSU is the one that the
 * request names, else the owner of the debtor account, in the context that the headers settled, else PRIVATE.
 * @returns undefined, and changes nothing, where the PSU isn't known or may not sign
 * @see D11-fault-sca
 */
export function* forceScaStatus(
  world: WorldState,
  sca: Authorisation,
  target: ForcedScaStatus,
): Op<Authorisation | undefined> {
  if (target === 'RECEIVED') return sca;
  if (target === 'FAILED') return yield* failSca(world, sca, 'fault');
  const { progress, psu, givenContext: context = 'PRIVATE', givenAgreement } = sca;
  const number = progress.identified ?? psu ?? (yield* (yield* findSubject(sca)).likelyPsu());
  if (number === undefined) return undefined;
  const known: Authorisation = { ...sca, progress: { ...progress, identified: number } };
  if ((yield* obstacleIn(known, context, givenAgreement)) !== undefined) return undefined;
  const identified = yield* saveIdentified(sca, number);
  if (target === 'PSU_IDENTIFIED') return identified;
  // The forms of the number and of the context: the link opens on the page after them.
  const onPage = yield* note(identified, { page: 2 });
  const authenticated = yield* chooseContext(world, onPage, context, givenAgreement);
  if (target === 'PSU_AUTHENTICATED') return authenticated;
  const selected = yield* selectMethod(authenticated, {});
  if (target === 'SCA_METHOD_SELECTED') return selected;
  const started = yield* start(selected);
  return target === 'STARTED' ? started : yield* confirm(world, started);
}
