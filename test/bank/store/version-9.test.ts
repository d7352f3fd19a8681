import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { openTestBank } from '../../support/bank.ts';
import { consent, ownedBy } from '../../support/life/information.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, KARI } from '../../support/life/payments.ts';
import { pagesFrom, report } from '../../support/life/transactions.ts';
import { emptyFolder } from '../../support/program.ts';
import { integrityOf } from '../../support/stored.ts';
import { BACK_FROM_VERSION_9 } from './version-9.ts';
import { BACK_FROM_VERSION_10 } from './version-10.ts';
import { BACK_FROM_VERSION_11 } from './version-11.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

describe('the payments of a store of version 8 [S7-migrated-world, D7-pending, D7-page-world]', () => {
  it('are listed, pending and booked, and turn pages while a run books', async () => {
    const bank = await openTestBank();
    await consent(bank);
    await approve(bank, await create(bank, { psu: KARI }));
    await runBatch(bank);
    for (let paid = 0; paid < 3; paid += 1) await approve(bank, await create(bank, { psu: KARI }));
    const path = `accounts/${ownedBy(bank, KARI).accounts[0]}`;
    const query = 'bookingStatus=both&dateTo=2026-12-31';
    const before = await report(bank, path, query);
    const migrated = join(emptyFolder(), 'bank.db');
    const database = loadDriver()(bank.path, { readOnly: false });
    database.exec(`VACUUM INTO '${migrated}'`);
    database.close();
    const copy = loadDriver()(migrated, { readOnly: false });
    for (const statement of [
      ...BACK_FROM_VERSION_12,
      ...BACK_FROM_VERSION_11,
      ...BACK_FROM_VERSION_10,
      ...BACK_FROM_VERSION_9,
    ])
      copy.exec(statement);
    copy.exec('PRAGMA user_version = 8');
    copy.close();
    const after = await openTestBank({ now: bank.now, file: readFileSync(migrated) });
    try {
      expect(await report(after, path, query)).toEqual(before);
      const first = await report(after, path, `${query}&limit=1`);
      expect(await runBatch(after)).toMatchObject({ settled: 3 });
      const pages = await pagesFrom(after, first);
      expect(pages.flatMap(({ pending }) => pending)).toEqual(before.pending);
      expect(pages.flatMap(({ booked }) => booked)).toEqual(before.booked);
      expect(integrityOf(after.path)).toBe('ok');
    } finally {
      await after.close();
      await bank.close();
    }
  });
});
