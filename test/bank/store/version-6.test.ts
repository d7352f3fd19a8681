import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initialData } from '../../../src/bank/domain/initial-data.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { openTestBank } from '../../support/bank.ts';
import { emptyFolder } from '../../support/program.ts';
import { readStored } from '../../support/stored.ts';
import { BACK_FROM_VERSION_6 } from './version-6.ts';
import { BACK_FROM_VERSION_7 } from './version-7.ts';
import { BACK_FROM_VERSION_8 } from './version-8.ts';
import { BACK_FROM_VERSION_9 } from './version-9.ts';
import { BACK_FROM_VERSION_10 } from './version-10.ts';
import { BACK_FROM_VERSION_11 } from './version-11.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

const FOUNDED = Date.parse('2026-11-18T10:00:00+01:00');

describe('a store of version 5 [S7-migrated-world, D8-one-list, D8-natural-key]', () => {
  it('lists the payments that it had booked, by the day in Oslo, and knows what keys it had used', async () => {
    const bank = await openTestBank({ now: FOUNDED });
    const path = bank.path;
    // In summer and in winter, an hour and a half before midnight in UTC and half an hour before.
    for (const now of ['2027-06-10T22:30:00Z', '2027-11-10T22:30:00Z', '2027-11-10T23:30:00Z']) {
      bank.now = Date.parse(now);
      const instant = 'instant-norwegian-credit-transfers-straks';
      const { paymentId } = (await bank.send({ path: `/v1/payments/${instant}`, body: bank.payment() })).json;
      expect((await bank.send({ path: `/operator/sca/${paymentId}/approve`, body: {} })).status).toBe(200);
    }
    const [account] = initialData('psd2').accounts;
    const listing = { method: 'GET', path: `/v1/sandbox/accounts/${account!.id}/transactions` };
    const keys = 'SELECT * FROM natural_keys ORDER BY kind, key';
    const before = [(await bank.send(listing)).json, readStored(path, keys)];
    expect(before[0].map(({ bookingDate }: { bookingDate: string }) => bookingDate)).toEqual([
      '2027-11-11',
      '2027-11-10',
      '2027-06-11',
    ]);
    const migrated = join(emptyFolder(), 'bank.db');
    const database = loadDriver()(path, { readOnly: false });
    database.exec(`VACUUM INTO '${migrated}'`);
    database.close();
    const copy = loadDriver()(migrated, { readOnly: false });
    for (const statement of [
      ...BACK_FROM_VERSION_12,
      ...BACK_FROM_VERSION_11,
      ...BACK_FROM_VERSION_10,
      ...BACK_FROM_VERSION_9,
      ...BACK_FROM_VERSION_8,
      ...BACK_FROM_VERSION_7,
      ...BACK_FROM_VERSION_6,
    ])
      copy.exec(statement);
    // Bookings were numbered by themselves, and could be ahead of the world's sequence.
    copy.exec('UPDATE world SET sequence = 1; PRAGMA user_version = 5');
    copy.close();
    const after = await openTestBank({ now: bank.now, file: readFileSync(migrated) });
    try {
      expect([(await after.send(listing)).json, readStored(after.path, keys)]).toEqual(before);
      const [{ last }] = readStored(after.path, 'SELECT MAX(sequence) AS last FROM bookings') as [
        { last: number },
      ];
      expect(readStored(after.path, `SELECT sequence >= ${last} AS ahead FROM world`)).toEqual([
        { ahead: 1 },
      ]);
    } finally {
      await after.close();
      await bank.close();
    }
  });
});
