import type { FaultList, FaultSet, FaultsCleared, FaultToAdd } from '../../wire/faults.ts';
import { act } from './act.ts';

/** @see D11-faults */
export const listFaults = act<void, FaultList>('list faults', () => ({}));

export const addFault = act<FaultToAdd, FaultSet>('add fault', (body) => ({ body }));

/** All of them. */
export const clearFaults = act<void, FaultsCleared>('clear faults', () => ({}));

export interface ClearFault {
  readonly faultId: number;
}

export const clearFault = act<ClearFault, FaultsCleared>('clear fault', ({ faultId }) => ({
  params: { faultId: String(faultId) },
}));
