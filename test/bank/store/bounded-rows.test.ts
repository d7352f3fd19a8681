import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialData } from '../../../src/bank/domain/initial-data.ts';
import { MIGRATIONS } from '../../../src/bank/store/schema.ts';
import { beginNoLaterThan } from '../../../src/bank/store/tables/ages.ts';
import { listEndedBefore } from '../../../src/bank/store/tables/ended.ts';
import { removeOldRequests } from '../../../src/bank/store/tables/requests.ts';
import { keepSession, removeOldSessions } from '../../../src/bank/store/tables/sessions.ts';
import { loadWorld } from '../../../src/bank/store/tables/world.ts';
import { openBank } from '../../../src/library.ts';
import { type Op, run, type Statement } from '../../../src/store/contract.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { emptyFolder } from '../../support/program.ts';
import { readStored } from '../../support/stored.ts';

const FOUNDED = Date.parse('2026-11-18T10:00:00+01:00');

/** Brings a store to the newest version, or makes one. */
async function migrate(path: string): Promise<void> {
  const onUnexpected = (fault: unknown) => expect(fault).toBeUndefined();
  const bank = openBank({ path, clock: () => FOUNDED, onUnexpected });
  await bank.open();
  await bank.close();
}

describe('indexes of what is over [S12-kept, S3-short-lock]', () => {
  const folder = memoryFolder('psd2-plans-');
  const path = join(folder, 'bank.db');
  beforeAll(() => migrate(path));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function planOfStatement({ sql }: Statement): unknown[] {
    return readStored(path, `EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`).map(({ detail }) => detail);
  }

  /** How SQLite goes about the first statement of some work. */
  function planOf(op: Op<unknown>): unknown[] {
    const step = op.next();
    if (step.done) throw new Error('work without a statement');
    return planOfStatement(step.value);
  }

  /** The same of all statements, of work that asks for no rows. */
  function plansOf(op: Op<unknown>): string[] {
    const lines: string[] = [];
    for (let step = op.next(); !step.done; step = op.next([])) {
      lines.push(...planOfStatement(step.value).map(String));
    }
    return lines;
  }

  it('find what is old', () => {
    expect(planOf(listEndedBefore(0, 1))).toEqual([
      expect.stringContaining('USING INDEX authorisations_ended (kept_from_ms'),
    ]);
    expect(planOf(removeOldSessions(0, 1))).toContain(
      'SEARCH sessions USING INDEX sessions_by_age (finalised_at_ms<?)',
    );
    // In the order of their numbers, no further than the chunk goes.
    expect(planOf(removeOldRequests(0, 1))).toEqual([
      'SEARCH requests USING INTEGER PRIMARY KEY (rowid=?)',
      'LIST SUBQUERY 1',
      'SCAN requests',
    ]);
  });

  /** With 200,000 payments the lock was held for a quarter of a second. */
  it('find what began after the instant to which a clock goes back', () => {
    const lines = plansOf(beginNoLaterThan(0));
    expect(lines.filter((line) => line.startsWith('SCAN'))).toEqual([
      // One row of each TPP and PSU.
      'SCAN psus',
      // From the end, as far as they are later.
      'SCAN requests',
    ]);
    expect(lines).toContain('SEARCH payments USING INDEX payments_due (run_day>?)');
    expect(lines).toContain('SEARCH payments USING INDEX payments_waiting (approved_at_ms>?)');
    expect(lines).toContain('SEARCH requests USING INTEGER PRIMARY KEY (rowid>?)');
  });

  it('find that nothing is, with the world: one row of each', () => {
    const plan = planOf(loadWorld({ now: FOUNDED }, { seed: 'psd2', calendar: 'every-day' }, initialData));
    // The oldest record is the first; nothing else is gone through.
    expect(plan.filter((line) => String(line).startsWith('SCAN'))).toEqual(['SCAN world', 'SCAN requests']);
    expect(plan).toContain(
      'SEARCH authorisations USING COVERING INDEX authorisations_ended (kept_from_ms>?)',
    );
    expect(plan).toContain('SEARCH sessions USING COVERING INDEX sessions_by_age');
  });

  it('find the one session that a new one takes the place of, among all that are dead', () => {
    const session = { context: 'PRIVATE', finalisedAt: FOUNDED } as const;
    expect(planOf(keepSession('t', 'p', 's', session))).toEqual([
      'SEARCH sessions USING INDEX sessions_living (tpp=? AND psu=?)',
    ]);
  });
});

describe('a store that named TPPs by the bare hashes of their keys [D12-tpp-identity, S7-migrated-world]', () => {
  const HASH = '0123456789abcdef'.repeat(4);
  const NAMES = [HASH, 'PSDNO-FSA-39999990', HASH.toUpperCase(), HASH.slice(1), `key:${HASH}`];
  const PSUS = ['15813963008', '01929010120'];

  /** As the fourth version left it: each TPP has been known to two PSUs, and has had two sessions with the first. */
  async function storeOfVersion4(path: string): Promise<void> {
    const migrations = MIGRATIONS.slice(0, 4);
    const store = openSqliteStore({ path, migrations, now: () => FOUNDED, random: () => 0 });
    await store.write(function* () {
      yield* run('INSERT INTO world VALUES (1, ?, 1, 0, ?, 3, ?, NULL)', 'psd2', FOUNDED, FOUNDED);
      for (const [nth, tpp] of NAMES.entries()) {
        for (const psu of PSUS)
          yield* run('INSERT INTO psus VALUES (?, ?, ?)', tpp, psu, `of ${psu} to ${nth}`);
        for (const [age, session] of ['new', 'old'].entries()) {
          const finalised = FOUNDED - age * 1000;
          yield* run(
            `INSERT INTO sessions VALUES (?, ?, ?, 'PRIVATE', NULL, ?, ?)`,
            ...[tpp, PSUS[0]!, session, finalised, age],
          );
        }
        yield* run('INSERT INTO baskets VALUES (?, ?, ?, NULL, ?)', nth, `basket ${nth}`, tpp, 'ENDED');
      }
    });
    await store.close();
  }

  it('names them apart from all others, and keeps their psu-ids and when the last SCA was', async () => {
    const path = join(emptyFolder(), 'bank.db');
    await storeOfVersion4(path);
    await migrate(path);
    const named = [`key:${HASH}`, ...NAMES.slice(1, 4), `-key:${HASH}`];
    expect(readStored(path, 'SELECT tpp FROM baskets ORDER BY sequence').map(({ tpp }) => tpp)).toEqual(
      named,
    );
    for (const [nth, tpp] of named.entries()) {
      const known = `SELECT psu_id, last_sca_ms FROM psus WHERE tpp = '${tpp}' ORDER BY last_sca_ms DESC`;
      expect(readStored(path, known)).toEqual([
        { psu_id: `of ${PSUS[0]} to ${nth}`, last_sca_ms: FOUNDED },
        { psu_id: `of ${PSUS[1]} to ${nth}`, last_sca_ms: null },
      ]);
      expect(readStored(path, `SELECT 1 FROM sessions WHERE tpp = '${tpp}'`)).toHaveLength(2);
    }
  });
});
