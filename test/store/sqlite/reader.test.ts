import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, openEntryStore, readLabels } from '../../support/entry-store.ts';
import { sqliteError, tappedDriver } from '../../support/tapped-driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function made(name: string): Promise<string> {
  const path = join(folder, name);
  const store = openEntryStore(path);
  await store.write(() => insert('there'));
  await store.close();
  return path;
}

describe('reads of an sqlite store [S2-read-connection, S3-lock-retry]', () => {
  it('wait until the file is free, and close waits for them', async () => {
    let busy = 3;
    const driver = tappedDriver((sql) => {
      if (sql === 'BEGIN DEFERRED' && busy-- > 0) throw sqliteError(261, 'database is locked');
      return undefined;
    });
    const store = openEntryStore(await made('recovering.db'), { driver });
    await store.open();
    let read: readonly string[] | undefined;
    const reading = readLabels(store).then((seen) => {
      read = seen;
    });
    await store.close();
    expect(read).toEqual(['there']);
    await reading;
  });

  it('have a read-only connection of their own, opened at the first read', async () => {
    const opened: boolean[] = [];
    const real = loadDriver();
    const store = openEntryStore(await made('lazy.db'), {
      driver: (path, options) => {
        opened.push(options.readOnly);
        return real(path, options);
      },
    });
    await store.write(() => insert('written'));
    expect(opened).toEqual([false]);
    await readLabels(store);
    await readLabels(store);
    expect(opened).toEqual([false, true]);
    await store.close();
  });
});
