import type { Op } from '../../store/contract.ts';
import type { ForcedScaStatus } from '../../wire/faults.ts';
import type { Authorisation } from '../domain/authorisation.ts';
import type { WorldState } from '../store/tables/world.ts';
import { failSca } from './end.ts';
import { obstacleIn } from './payer.ts';
import { chooseContext, confirm, note, saveIdentified, selectMethod, start } from './steps.ts';
import { findSubject } from './subjects/find-subject.ts';

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
