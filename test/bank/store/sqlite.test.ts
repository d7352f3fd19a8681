import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { storeBattery } from '../../contracts/store.ts';
import { openEntryStore } from '../../support/entry-store.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

storeBattery('sqlite', ({ place, now, ran }) => {
  const driver = tappedDriver((sql, database) => {
    ran(sql, database);
  });
  return openEntryStore(join(folder, place, 'store.db'), { now, driver });
});
