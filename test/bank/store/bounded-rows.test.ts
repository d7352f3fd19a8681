import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { removeOldAuthorisations } from '../../../src/bank/store/tables/authorisations.ts';
import { keepSession, removeOldSessions } from '../../../src/bank/store/tables/psus.ts';
import { removeOldRequests } from '../../../src/bank/store/tables/tpps.ts';
import { beginNoLaterThan, loadWorld } from '../../../src/bank/store/tables/world.ts';
import { openBank } from '../../../src/library.ts';
import type { Op, Statement } from '../../../src/store/contract.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { readStored } from '../../support/stored.ts';

const FOUNDED = Date.parse('2026-11-18T10:00:00+01:00');

async function create(path: string): Promise<void> {
  const onUnexpected = (fault: unknown) => expect(fault).toBeUndefined();
  const bank = openBank({ path, clock: () => FOUNDED, onUnexpected });
  await bank.open();
  await bank.close();
}

describe('indexes of what is over [S12-kept, S3-short-lock]', () => {
  const folder = memoryFolder('psd2-plans-');
  const path = join(folder, 'bank.db');
  beforeAll(() => create(path));
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
    expect(planOf(removeOldAuthorisations(0, 1))).toContain(
      'SEARCH authorisations USING COVERING INDEX authorisations_ended (ended_at_ms<?)',
    );
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
    const plan = planOf(
      loadWorld({ now: FOUNDED }, { seed: 'psd2', calendar: 'every-day' }, createInitialData),
    );
    // The oldest record is the first; nothing else is gone through.
    expect(plan.filter((line) => String(line).startsWith('SCAN'))).toEqual(['SCAN world', 'SCAN requests']);
    expect(plan).toContain('SEARCH authorisations USING COVERING INDEX authorisations_ended (ended_at_ms>?)');
    expect(plan).toContain('SEARCH sessions USING COVERING INDEX sessions_by_age');
  });

  it('find the one session that a new one takes the place of, among all that are dead', () => {
    const session = { context: 'PRIVATE', finalisedAt: FOUNDED } as const;
    expect(planOf(keepSession('t', 'p', 's', session))).toEqual([
      'SEARCH sessions USING INDEX sessions_living (tpp=? AND psu=?)',
    ]);
  });
});
