import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BANK_SCHEMA } from '../../../src/bank/store/schema.ts';
import { readClockOffset } from '../../../src/bank/store/tables/world.ts';
import { Fault } from '../../../src/errors.ts';
import { openBank } from '../../../src/session/open-bank.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { inspectStore } from '../../../src/store/sqlite/open.ts';
import { ask } from '../../support/life/operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-damaged-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** Makes the file of a bank, and changes it by hand. */
async function change(sql: string) {
  const file = join(folder, `bank${++count}.db`);
  const faults: unknown[] = [];
  const options = { path: file, isVolatile: true, onUnexpected: (fault: unknown) => faults.push(fault) };
  const first = openBank(options);
  await ask({ door: first.handle }, 'GET', '/operator/snapshot');
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
  const { status } = await ask({ door: second.handle }, 'GET', '/operator/snapshot');
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
