import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { OpenForBattery } from '../contracts/store-battery.ts';
import { storeReads } from '../contracts/store-reads.ts';
import { storeWrites } from '../contracts/store-writes.ts';
import { openEntryStore } from '../support/entry-store.ts';
import { tappedDriver } from '../support/tapped-driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

const openSqlite: OpenForBattery = ({ place, now, ran }) => {
  const driver = tappedDriver((sql, database) => {
    ran(sql, database);
  });
  return openEntryStore(join(folder, place, 'store.db'), { now, driver });
};

storeWrites('sqlite', openSqlite);
storeReads('sqlite', openSqlite);
