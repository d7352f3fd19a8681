import { Fault, type FaultCode } from '../errors.ts';

/**
 * Busy, full, away, damaged, closed or another's: nothing was done, or a repeat with the same X-Request-ID tells.
 * @see S1-store-busy
 */
const CODES: readonly FaultCode[] = ['STORE_BUSY', 'STORE_DAMAGED', 'STORE_UNUSABLE', 'PERMISSIONS'];

export function isStoreAway(thrown: unknown): thrown is Fault {
  return thrown instanceof Fault && CODES.includes(thrown.code);
}
