import { type Ledger, openLedger } from '../client/ledger/ledger.ts';
import { LEDGER_SCHEMA } from '../client/ledger/schema.ts';
import { clock } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { formatLockWait } from './context.ts';

/**
 * What a TPP keeps between two commands, in a file that is opened, and perhaps made, by the first call to it.
 * @see A-ledger-at-first-use
 */
export function openLedgerFile(
  file: string,
  onUnexpected: (fault: unknown) => void,
  onProgress: (text: string) => void = () => {},
  limits: { readonly lockLimitMs?: number } = {},
): Ledger {
  const onWait = () => onProgress(formatLockWait(file));
  const means = { now: clock, random: Math.random, onUnexpected, onWait, erases: true, ...limits };
  const store = openSqliteStore({ path: file, schema: LEDGER_SCHEMA, ...means });
  return openLedger({ store, file, freshId });
}
