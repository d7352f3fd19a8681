import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { BANK_SCHEMA, OPEN } from '../../../src/bank/store/schema.ts';
import {
  findUnopenedSessionSca,
  removeOldAuthorisations,
} from '../../../src/bank/store/tables/authorisations.ts';
import { keepSession, removeOldSessions } from '../../../src/bank/store/tables/psus.ts';
import { removeOldRequests } from '../../../src/bank/store/tables/tpps.ts';
import { beginNoLaterThan, loadWorld, readClockOffset } from '../../../src/bank/store/tables/world.ts';
import { Fault } from '../../../src/errors.ts';
import { openBank } from '../../../src/session/open-bank.ts';
import type { Op, Statement } from '../../../src/store/contract.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { inspectStore } from '../../../src/store/sqlite/open.ts';
import { ask } from '../../support/life/operator.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { emptyFolder } from '../../support/program.ts';
import { readStored } from '../../support/stored.ts';

const FOUNDED = Date.parse('2026-11-18T10:00:00+01:00');

it('indexes of what is open and what is due are used by their conditions, and cost a new row no look-up in a list [S3-short-lock]', async () => {
  const opcodes = (path: string, sql: string) =>
    readStored(path, `EXPLAIN ${sql}`).map(({ opcode }) => String(opcode));
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
  expect(plan(`SELECT * FROM authorisations WHERE ${ofSession} AND ${OPEN} ORDER BY sequence DESC`)).toEqual([
    'SEARCH authorisations USING INDEX authorisations_open_of_sessions (tpp=? AND tpp_session_id=? AND redirect_uri=?)',
  ]);
  for (const table of ['payments', 'authorisations']) {
    expect(opcodes(path, `INSERT INTO ${table} DEFAULT VALUES`)).not.toContain('OpenEphemeral');
  }
});

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

  it('find the unopened SCA that a 401 offers again, among all that there were', () => {
    const start = { tpp: 't', tppSessionId: 's', redirectUri: 'r', psu: 'p', agreement: undefined };
    expect(planOf(findUnopenedSessionSca(start, 'session'))).toEqual([
      'SEARCH authorisations USING INDEX authorisations_open_of_sessions (tpp=? AND tpp_session_id=? AND redirect_uri=?)',
    ]);
  });

  it('find the one session that a new one takes the place of, among all that are dead', () => {
    const session = { context: 'PRIVATE', finalisedAt: FOUNDED } as const;
    expect(planOf(keepSession('t', 'p', 's', session))).toEqual([
      'SEARCH sessions USING INDEX sessions_living (tpp=? AND psu=?)',
    ]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'psd2-damaged-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
/** Makes the file of a bank, and changes it by hand. */
async function change(sql: string) {
  const file = join(folder, `bank${++count}.db`);
  const faults: unknown[] = [];
  const options = { path: file, isVolatile: true, onUnexpected: (fault: unknown) => faults.push(fault) };
  const first = openBank(options);
  await ask({ handle: first.handle }, 'GET', '/operator/snapshot');
  await first.close();
  const database = loadDriver()(file, { readOnly: false });
  database.exec(`PRAGMA foreign_keys = 0; ${sql}`);
  database.close();
  return { file, faults, options };
}

/** Asks the bank that opens a changed file. */
async function askAfter(sql: string) {
  const { faults, options } = await change(sql);
  const second = openBank(options);
  const { status } = await ask({ handle: second.handle }, 'GET', '/operator/snapshot');
  await second.close();
  return { status, fault: faults.at(-1) };
}

describe('a store that was changed by hand [S1-store-damaged]', () => {
  it.each([
    ['a table', 'DROP TABLE customers', 'no such table: customers'],
    ['a column', 'ALTER TABLE customers DROP COLUMN name', 'no such column'],
    ['the row of the world', 'DELETE FROM world', 'the row of its world is missing'],
    [
      'readable JSON',
      "UPDATE card_accounts SET balance_details = '{'",
      "the column balance_details isn't JSON",
    ],
    ['a currency that it knows', "UPDATE accounts SET currency = 'XXX'", 'it has the unknown currency XXX'],
  ])('is told as damaged, with a remedy, where it lacks %s', async (_, sql, finding) => {
    const { status, fault } = await askAfter(sql);
    expect([status, fault]).toEqual([503, expect.any(Fault)]);
    expect(fault).toMatchObject({ code: 'STORE_DAMAGED', message: expect.stringContaining(finding) });
    expect((fault as Fault).details.hint).toContain('put a copy in its place');
  });

  it('is told so by the check of the store, too', async () => {
    const { file } = await change('ALTER TABLE world RENAME clock_offset_ms TO gone');
    const means = { schema: BANK_SCHEMA, uid: process.getuid?.(), now: Date.now, random: Math.random };
    await expect(inspectStore(file, means, readClockOffset)).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining('no such column: clock_offset_ms'),
    });
  });
});
