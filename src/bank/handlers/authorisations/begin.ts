import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { forceScaStatus } from '../../sca/steps.ts';
import { startAuthorisation } from '../../sca-link.ts';
import type { WorldState } from '../../store/tables/world.ts';
import type { Authorised } from './authorised.ts';

/**
 * Starts an SCA that nothing refuses, or notes that none is needed, with all that follows from it. A fault may take it
 * to another state at once.
 * @see D11-fault-sca
 */
export function* begin<Own extends { readonly sequence: bigint }>(
  exchange: Exchange,
  world: WorldState,
  { purpose, identified, begun }: Pick<Authorised<Own>, 'purpose' | 'identified' | 'begun'>,
  { own, isExempt }: { readonly own: Own; readonly isExempt: boolean },
): Op<Authorisation> {
  const { faults } = exchange;
  if (isExempt) faults.strike('EXEMPTED');
  const forced = isExempt ? undefined : faults.forcedScaStatus;
  const sca = yield* startAuthorisation(exchange, world, {
    purpose,
    subject: own.sequence,
    isExempt,
    identified: isExempt || forced === 'RECEIVED' ? undefined : yield* identified(exchange, world),
  });
  yield* begun(exchange, world, own, sca);
  if (forced === undefined) return sca;
  const taken = yield* forceScaStatus(world, sca, forced);
  if (taken === undefined) return sca;
  faults.strike(forced);
  return taken;
}
