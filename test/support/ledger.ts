import { type Ledger, openLedger } from '../../src/client/ledger/ledger.ts';
import { LEDGER_SCHEMA } from '../../src/client/ledger/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';

/** A ledger on a file, made at its first use. The ids it makes are `<name>-1`, `<name>-2` and so on. */
export function openTestLedger(file: string, name = 'id'): Ledger {
  let made = 0;
  const store = openSqliteStore({ path: file, schema: LEDGER_SCHEMA, now: Date.now, random: Math.random });
  return openLedger({ store, file, freshId: () => `${name}-${++made}` });
}
