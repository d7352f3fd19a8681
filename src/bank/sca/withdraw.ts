import type { Op } from '../../store/contract.ts';
import { type Authorisation, isOpen, type Purpose } from '../domain/authorisation.ts';
import { listAuthorisations } from '../store/tables/authorisations.ts';
import type { WorldState } from '../store/tables/world.ts';
import { failSca } from './end.ts';

/** The open SCAs of a kind; there is one at most. */
export function* listOpen(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  return (yield* listAuthorisations(subject, purpose)).filter(isOpen);
}

/** Ends the open SCA of a kind; what it is about stays as it is. */
export function* withdrawOpen(world: WorldState, subject: bigint, purpose: Purpose): Op<void> {
  for (const sca of yield* listOpen(subject, purpose)) yield* failSca(world, sca, 'withdrawn');
}
