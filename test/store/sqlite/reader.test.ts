import { describe, expect, it } from 'vitest';
import { ReadOnlyViolation } from '../../../src/store/contract.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, labels, readLabels } from '../../support/entry-store.ts';
import { allInOneFlush } from '../../support/stopped-flush-clock.ts';
import { makeStore, openTestStore } from '../../support/store-in-use.ts';
import { sqliteError, tappedDriver } from '../../support/tapped-driver.ts';

describe('reads of an sqlite store [S2-read-connection, S3-lock-retry, S3-short-read]', () => {
  it('wait until the file is free, and close waits for them', async () => {
    let busy = 3;
    const driver = tappedDriver((sql) => {
      if (sql === 'BEGIN DEFERRED' && busy-- > 0) throw sqliteError(261, 'database is locked');
      return undefined;
    });
    const store = openTestStore(await makeStore(), { driver });
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
    const store = openTestStore(await makeStore(), {
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
  });

  it('share a snapshot with those that arrive in the same tick, and nothing else of them', async () => {
    let snapshots = 0;
    const driver = tappedDriver((sql) => {
      if (sql === 'BEGIN DEFERRED') snapshots += 1;
      return undefined;
    });
    const store = openTestStore(await makeStore(), { driver });
    await readLabels(store);
    snapshots = 0;
    allInOneFlush();
    const reads = [
      readLabels(store),
      store.read(function* () {
        yield* labels();
        throw new Error('of this one alone');
      }),
      readLabels(store),
      store.read(() => insert('sly')),
      readLabels(store),
    ];
    expect(await Promise.allSettled(reads)).toEqual([
      { status: 'fulfilled', value: ['there'] },
      { status: 'rejected', reason: new Error('of this one alone') },
      { status: 'fulfilled', value: ['there'] },
      { status: 'rejected', reason: expect.any(ReadOnlyViolation) },
      { status: 'fulfilled', value: ['there'] },
    ]);
    // One that tried to write takes its connection with it.
    expect(snapshots).toBe(2);
  });

  it('leave a snapshot that has lasted long to those before', async () => {
    let snapshots = 0;
    const driver = tappedDriver((sql) => {
      if (sql === 'BEGIN DEFERRED') snapshots += 1;
      return undefined;
    });
    const store = openTestStore(await makeStore(), { driver });
    await readLabels(store);
    snapshots = 0;
    const advance = allInOneFlush();
    const slow = store.read(function* () {
      advance(25);
      return yield* labels();
    });
    await Promise.all([slow, readLabels(store)]);
    expect(snapshots).toBe(2);
  });

  it('are told when the end of their snapshot fails', async () => {
    const driver = tappedDriver((sql) => {
      if (sql === 'COMMIT') throw sqliteError(266, 'disk I/O error');
      return undefined;
    });
    const store = openTestStore(await makeStore(), { driver });
    await expect(readLabels(store)).rejects.toMatchObject({ code: 'STORE_BUSY' });
  });
});
