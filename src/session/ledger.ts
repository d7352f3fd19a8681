import { type Ledger, openLedger } from '../client/ledger/ledger.ts';
import { LEDGER_SCHEMA } from '../client/ledger/schema.ts';
import { getTime } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { formatLockWait } from './context.ts';

/** Opens the client's store; the first call opens or creates its file. @see A-ledger-at-first-use */
export function openLedgerFile(
  file: string,
  onUnexpected: (fault: unknown) => void,
  onProgress: (text: string) => void = () => {},
  limits: { readonly lockLimitMs?: number } = {},
): Ledger {
  const onWait = () => onProgress(formatLockWait(file));
  const means = { now: getTime, random: Math.random, onUnexpected, onWait, erases: true, ...limits };
  const store = openSqliteStore({ path: file, schema: LEDGER_SCHEMA, ...means });
  return openLedger({ store, file, freshId });
}
