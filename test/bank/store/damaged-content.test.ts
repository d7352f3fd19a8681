import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../src/errors.ts';
import { openBank } from '../../../src/session/open-bank.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { ask } from '../../support/life/operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-damaged-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** Changes the file of a bank by hand, and asks the bank that opens it next. */
async function askAfter(sql: string) {
  const file = join(folder, `bank${++count}.db`);
  const faults: unknown[] = [];
  const options = { path: file, isVolatile: true, onUnexpected: (fault: unknown) => faults.push(fault) };
  const first = openBank(options);
  await ask({ door: first.handle }, 'GET', '/operator/snapshot');
  await first.close();
  const database = loadDriver()(file, { readOnly: false });
  database.exec(`PRAGMA foreign_keys = 0; ${sql}`);
  database.close();
  const second = openBank(options);
  const { status } = await ask({ door: second.handle }, 'GET', '/operator/snapshot');
  await second.close();
  return { status, fault: faults.at(-1) };
}

describe('a store that was changed by hand [S1-store-damaged]', () => {
  it.each([
    ['a table', 'DROP TABLE customers', 'no such table: customers'],
    ['the row of the world', 'DELETE FROM world', 'the row of its world is missing'],
    [
      'readable JSON',
      "UPDATE card_accounts SET balance_details = '{'",
      "the column balance_details isn't JSON",
    ],
  ])('is told as damaged, with a remedy, where it lacks %s', async (_, sql, finding) => {
    const { status, fault } = await askAfter(sql);
    expect([status, fault]).toEqual([503, expect.any(Fault)]);
    expect(fault).toMatchObject({ code: 'STORE_DAMAGED', message: expect.stringContaining(finding) });
    expect((fault as Fault).details.hint).toContain('put a copy in its place');
  });
});
