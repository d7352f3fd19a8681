import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, readLabels } from '../../support/entry-store.ts';
import { newStorePath, openTestStore } from '../../support/store-in-use.ts';
import { sqliteError } from '../../support/tapped-driver.ts';

/** The log is emptied; whether its file stays is the driver's choice. */
const logBytes = (path: string) => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('file of an sqlite store [S3-network-file-system, S8-store-modes, S3-checkpoint]', () => {
  it('is 0600 in a folder of 0700, and so are its log and shared memory', async () => {
    const path = join(dirname(newStorePath()), 'private', 'store.db');
    await openTestStore(path).write(() => insert('private'));
    expect(mode(dirname(path))).toBe('700');
    expect([path, `${path}-wal`, `${path}-shm`].map(mode)).toEqual(['600', '600', '600']);
  });

  it.each([
    ['NFS', 0x6969],
    ['SMB', 0x517b],
    ['SMB', 0xff534d42],
    ['SMB', 0xfe534d42],
    ['SMB', 0xff534d42 - 2 ** 32],
    ['9p', 0x01021997],
  ])('is refused on %s, with the remedy, and not made', async (network, type) => {
    const path = newStorePath();
    const store = openTestStore(path, { fileSystemType: () => type });
    await expect(store.open()).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: `The store ${path} is on ${network}, where SQLite loses data.`,
      details: { hint: 'Set PSD2_HOME to a folder on a local disk.' },
    });
    await store.close();
    expect(existsSync(path)).toBe(false);
  });

  it('is busy, not unusable, while the disk is too full to make it', async () => {
    const path = newStorePath();
    const real = loadDriver();
    const store = openTestStore(path, {
      driver: (where, options) => {
        const database = real(where, options);
        database.exec('PRAGMA max_page_count = 1');
        return database;
      },
    });
    await expect(store.open()).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: `Can't use the store ${path}: database or disk is full. Nothing was done.`,
    });
  });

  it.each([
    ['SQLite can not write beside it', sqliteError(10, 'disk I/O error')],
    [
      'its folder has no room',
      Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
    ],
  ])('is busy, not unusable, while %s', async (_, error) => {
    const path = newStorePath();
    const store = openTestStore(path, {
      fileSystemType: () => {
        throw error;
      },
    });
    await expect(store.open()).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: `Can't use the store ${path}: ${error.message}. Nothing was done.`,
      details: {
        hint: `Check that the disk with ${path} has space and that you can write to the file, then try again.`,
      },
    });
  });

  it("is refused when it's a folder, and opened when that is gone", async () => {
    const path = newStorePath();
    mkdirSync(path);
    const store = openTestStore(path);
    await expect(store.open()).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    rmSync(path, { recursive: true });
    await store.write(() => insert('now'));
    expect(await readLabels(store)).toEqual(['now']);
  });

  it('takes in its log at close, also beside another that has it open', async () => {
    const path = newStorePath();
    const [first, second] = [openTestStore(path), openTestStore(path)];
    await first.write(() => insert('logged'));
    await second.open();
    expect(logBytes(path)).toBeGreaterThan(0);
    await first.close();
    expect(logBytes(path)).toBe(0);
    expect(await readLabels(second)).toEqual(['logged']);
  });
});
