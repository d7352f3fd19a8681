import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initialData } from '../../../src/bank/domain/initial-data.ts';
import { OPEN } from '../../../src/bank/store/conditions.ts';
import { MIGRATIONS } from '../../../src/bank/store/schema.ts';
import { type OpenedBank, openBank } from '../../../src/library.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { openTestBank } from '../../support/bank.ts';
import { emptyFolder } from '../../support/program.ts';
import { integrityOf, readStored } from '../../support/stored.ts';
import { FOUNDED, storeOfVersion1 } from './store-of-version-1.ts';
import { BACK_FROM_VERSION_5 } from './version-5.ts';
import { BACK_FROM_VERSION_6 } from './version-6.ts';
import { BACK_FROM_VERSION_7 } from './version-7.ts';
import { BACK_FROM_VERSION_8 } from './version-8.ts';
import { BACK_FROM_VERSION_9 } from './version-9.ts';
import { BACK_FROM_VERSION_10 } from './version-10.ts';
import { BACK_FROM_VERSION_11 } from './version-11.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

const LATER = FOUNDED + 60 * 60 * 1000;

function openAt(path: string, clock: () => number): OpenedBank {
  const onUnexpected = (fault: unknown) => {
    throw fault;
  };
  return openBank({ path, clock, onUnexpected });
}

async function operate(bank: OpenedBank, method: string, target: string): Promise<number> {
  const request = { method, target, headers: [], body: new Uint8Array() };
  return (await bank.handle(request, { address: '127.0.0.1', operator: true })).status;
}

describe('a store of version 1 [S7-backup, S7-migrated-world, D9-balance-is-lines]', () => {
  it('goes on as it was, is kept as a copy, and what was open is over when its time is', async () => {
    const path = join(emptyFolder(), 'bank.db');
    await storeOfVersion1(path);
    const bank = openAt(path, () => LATER);
    expect(await operate(bank, 'POST', '/operator/clock/reset')).toBe(200);
    await bank.close();
    expect(existsSync(path.replace('bank.db', 'bank.1.bak'))).toBe(true);
    expect(readStored(path, 'SELECT account, balance_minor FROM balances ORDER BY balance_minor')).toEqual([
      { account: 'OPENING', balance_minor: -25_000_000 },
      { account: initialData('psd2').accounts[0]!.id, balance_minor: 25_000_000 },
    ]);
    expect(
      readStored(path, 'SELECT id, purpose, subject, sca_status, failure FROM authorisations ORDER BY id'),
    ).toEqual([
      { id: 'of-the-payment', purpose: 'payment', subject: 1, sca_status: 'FAILED', failure: 'expired' },
      { id: 'of-the-session', purpose: 'session', subject: null, sca_status: 'FAILED', failure: 'expired' },
    ]);
    expect(readStored(path, 'SELECT status FROM payments')).toEqual([{ status: 'RJCT' }]);
  });
});

const INDEXES_OF_VERSION_3 = ['payments_pending', 'authorisations_open', 'authorisations_open_of_psus'];

/** Takes away what the fourth version added. */
const BACK_FROM_VERSION_4 = [
  'DROP INDEX payments_of_bulks',
  'ALTER TABLE payments DROP COLUMN bulk',
  'DROP TABLE bulks',
  'DROP TABLE basket_payments',
  'DROP TABLE baskets',
  'ALTER TABLE authorisations RENAME COLUMN subject TO payment',
  'ALTER TABLE accounts DROP COLUMN may_pay',
  'ALTER TABLE card_accounts DROP COLUMN may_pay',
];

/** Statements by which the second version made an index. */
function madeByVersion2(index: string): string {
  const statement = MIGRATIONS[1]!.statements.find((one) => one.startsWith(`CREATE INDEX ${index} `));
  if (statement === undefined) throw new Error(`version 2 made no index ${index}`);
  return statement;
}

/** A store as the second version left it: a payment that is approved and not booked, one whose SCA is open. */
async function storeOfVersion2(path: string): Promise<{ pending: string; unapproved: string }> {
  const bank = await openTestBank({ now: FOUNDED });
  const pending = (await bank.send({})).json.paymentId;
  const unapproved = (await bank.send({})).json.paymentId;
  const approve = { path: `/operator/sca/${pending}/approve`, body: {} };
  expect((await bank.send(approve)).status).toBe(200);
  const database = loadDriver()(bank.path, { readOnly: false });
  database.exec(`VACUUM INTO '${path}'`);
  database.close();
  await bank.close();
  chmodSync(path, 0o600);
  const copy = loadDriver()(path, { readOnly: false });
  const back = [
    ...BACK_FROM_VERSION_12,
    ...BACK_FROM_VERSION_11,
    ...BACK_FROM_VERSION_10,
    ...BACK_FROM_VERSION_9,
    ...BACK_FROM_VERSION_8,
    ...BACK_FROM_VERSION_7,
    ...BACK_FROM_VERSION_6,
    ...BACK_FROM_VERSION_5,
    ...BACK_FROM_VERSION_4,
  ];
  for (const statement of back) copy.exec(statement);
  for (const index of INDEXES_OF_VERSION_3) copy.exec(`DROP INDEX ${index}; ${madeByVersion2(index)}`);
  copy.exec('PRAGMA user_version = 2');
  copy.close();
  return { pending, unapproved };
}

describe('a store of version 2 [S7-backup, S7-migrated-world]', () => {
  it('goes on as it was: what was approved is booked, what was open is over when its time is', async () => {
    const path = join(emptyFolder(), 'bank.db');
    const { pending, unapproved } = await storeOfVersion2(path);
    let now = FOUNDED;
    const bank = openAt(path, () => now);
    expect(await operate(bank, 'POST', '/operator/batch/run')).toBe(200);
    const statuses = () => readStored(path, 'SELECT id, status FROM payments ORDER BY sequence');
    expect(statuses()).toEqual([
      { id: pending, status: 'ACSC' },
      { id: unapproved, status: 'RCVD' },
    ]);
    now = LATER;
    expect(await operate(bank, 'POST', '/operator/clock/reset')).toBe(200);
    expect(statuses()).toEqual([
      { id: pending, status: 'ACSC' },
      { id: unapproved, status: 'RJCT' },
    ]);
    await bank.close();
    expect(integrityOf(path)).toBe('ok');
    expect(readStored(path.replace('bank.db', 'bank.2.bak'), 'PRAGMA user_version')).toEqual([
      { user_version: 2 },
    ]);
  });
});

describe('indexes of what is open and what is due [S7-migrated-world]', () => {
  const opcodes = (path: string, sql: string) =>
    readStored(path, `EXPLAIN ${sql}`).map(({ opcode }) => String(opcode));

  it('are used by their conditions, and cost a new row no look-up in a list', async () => {
    const path = join(emptyFolder(), 'bank.db');
    const bank = openAt(path, () => FOUNDED);
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
