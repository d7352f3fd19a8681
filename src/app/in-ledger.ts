import { existsSync } from 'node:fs';
import type { Ledger } from '../client/ledger/ledger.ts';
import { type GivenFlags, openSettings } from '../settings/precedence.ts';
import type { Program } from './program.ts';

interface Means extends Pick<Program, 'onUnexpected'> {
  /** For how long another process is waited for. */
  readonly lockLimitMs?: number;
}

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
  return inLedgerAt(places.ledger, act, { onUnexpected });
}

/** The same of a ledger's file. */
export async function inLedgerAt<T>(
  file: string,
  act: (ledger: Ledger) => Promise<T>,
  { onUnexpected, ...limits }: Means,
): Promise<T | undefined> {
  if (!existsSync(file)) return undefined;
  const { openLedgerAt } = await import('./open-ledger.ts');
  const ledger = openLedgerAt(file, onUnexpected, undefined, limits);
  try {
    return await act(ledger);
  } finally {
    await ledger.end();
  }
}
