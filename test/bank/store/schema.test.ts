import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPEN } from '../../../src/bank/store/schema.ts';
import { openBank } from '../../../src/library.ts';
import { emptyFolder } from '../../support/program.ts';
import { readStored } from '../../support/stored.ts';

const FOUNDED = Date.parse('2026-11-18T10:00:00+01:00');

describe('indexes of what is open and what is due [S3-short-lock]', () => {
  const opcodes = (path: string, sql: string) =>
    readStored(path, `EXPLAIN ${sql}`).map(({ opcode }) => String(opcode));

  it('are used by their conditions, and cost a new row no look-up in a list', async () => {
    const path = join(emptyFolder(), 'bank.db');
    const bank = openBank({
      path,
      clock: () => FOUNDED,
      onUnexpected: (fault) => expect(fault).toBeUndefined(),
    });
    await bank.open();
    await bank.close();
    const plan = (sql: string) => readStored(path, `EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
    const due = 'SEARCH payments USING COVERING INDEX payments_due';
    expect(plan(`SELECT MIN(run_day) FROM payments WHERE run_day > ''`)).toEqual([`${due} (run_day>?)`]);
    expect(plan(`SELECT COUNT(*) FROM payments WHERE run_day <= '' AND approved_at_ms < 0`)).toEqual([
      `${due} (run_day<?)`,
    ]);
    const next = `run_day = '' AND approval > 0 AND approved_at_ms < 0 ORDER BY approval LIMIT 1`;
    expect(plan(`SELECT sequence, approval FROM payments WHERE ${next}`)).toEqual([
      `${due} (run_day=? AND approval>?)`,
    ]);
    expect(plan(`SELECT MIN(created_at_ms) FROM authorisations WHERE ${OPEN}`)).toEqual([
      'SEARCH authorisations USING INDEX authorisations_open',
    ]);
    expect(plan(`SELECT COUNT(*) FROM authorisations WHERE tpp = '' AND psu = '' AND ${OPEN}`)).toEqual([
      'SEARCH authorisations USING INDEX authorisations_open_of_tpps (tpp=? AND psu=?)',
    ]);
    expect(plan(`SELECT COUNT(*) FROM authorisations WHERE tpp = '' AND ${OPEN}`)).toEqual([
      'SEARCH authorisations USING INDEX authorisations_open_of_tpps (tpp=?)',
    ]);
    const ofSession = `tpp = '' AND tpp_session_id = '' AND redirect_uri = '' AND subject IS NULL`;
    expect(
      plan(`SELECT * FROM authorisations WHERE ${ofSession} AND ${OPEN} ORDER BY sequence DESC`),
    ).toEqual([
      'SEARCH authorisations USING INDEX authorisations_open_of_sessions (tpp=? AND tpp_session_id=? AND redirect_uri=?)',
    ]);
    for (const table of ['payments', 'authorisations']) {
      expect(opcodes(path, `INSERT INTO ${table} DEFAULT VALUES`)).not.toContain('OpenEphemeral');
    }
  });
});
