import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Exchange } from '../../exchange.ts';
import { startAuthorisation } from '../../sca-link.ts';
import type { WorldState } from '../../store/tables/world.ts';
import type { Authorised } from './authorised.ts';

/** Starts an SCA that nothing refuses, or notes that none is needed, with all that follows from it. */
export function* begin<Own extends { readonly sequence: bigint }>(
  exchange: Exchange,
  world: WorldState,
  { purpose, identified, begun }: Pick<Authorised<Own>, 'purpose' | 'identified' | 'begun'>,
  { own, isExempt }: { readonly own: Own; readonly isExempt: boolean },
): Op<Authorisation> {
  if (isExempt) exchange.faults.strike('EXEMPTED');
  const sca = yield* startAuthorisation(exchange, world, {
    purpose,
    subject: own.sequence,
    isExempt,
    identified: isExempt ? undefined : yield* identified(exchange, world),
  });
  yield* begun(exchange, world, own, sca);
  return sca;
}
