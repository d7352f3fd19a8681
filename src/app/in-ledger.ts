import { existsSync } from 'node:fs';
import type { Ledger } from '../client/ledger/ledger.ts';
import { openSettings } from '../settings/open-settings.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { Program } from './program.ts';

/**
 * Looks into what the profile remembers, without its bank. Undefined where it has no ledger yet: none is made to look
 * into.
 */
export async function inLedger<T>(
  { surroundings, onUnexpected }: Program,
  given: GivenFlags,
  act: (ledger: Ledger) => Promise<T>,
): Promise<T | undefined> {
  const { places } = openSettings(surroundings, given);
  if (!existsSync(places.ledger)) return undefined;
  const { openLedgerAt } = await import('./open-ledger.ts');
  const ledger = openLedgerAt(places.ledger, onUnexpected);
  try {
    return await act(ledger);
  } finally {
    await ledger.end();
  }
}
