import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReadOnlyViolation, run, type SqlValue } from '../../../src/store/contract.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, labels, openEntryStore, readLabels } from '../../support/entry-store.ts';
import { allInOneFlush } from '../../support/stopped-flush-clock.ts';
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

describe('reads of an sqlite store [S2-read-connection, S3-lock-retry, S3-short-read]', () => {
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

  it('share a snapshot with those that arrive in the same tick, and nothing else of them', async () => {
    let snapshots = 0;
    const driver = tappedDriver((sql) => {
      if (sql === 'BEGIN DEFERRED') snapshots += 1;
      return undefined;
    });
    const store = openEntryStore(await made('shared.db'), { driver });
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
    await store.close();
  });

  it('ask a snapshot each question once, and the next snapshot anew', async () => {
    const asked: string[] = [];
    const driver = tappedDriver((sql) => {
      if (sql.startsWith('SELECT')) asked.push(sql);
      return undefined;
    });
    const store = openEntryStore(await made('asked.db'), { driver });
    await store.open();
    allInOneFlush();
    const shared = await Promise.all([readLabels(store), readLabels(store)]);
    expect(shared).toEqual([['there'], ['there']]);
    expect(asked).toHaveLength(1);
    await store.write(() => insert('since'));
    expect(await readLabels(store)).toEqual(['there', 'since']);
    expect(asked).toHaveLength(2);
    await store.close();
  });

  it('are answered their own question, however alike others are written', async () => {
    const store = openEntryStore(await made('alike.db'));
    // Side by side: those that would be one if kind, length or bytes weren't written.
    const lists: SqlValue[][] = [
      ['a', 'bstring:c'],
      ['astring:b', 'c'],
      ['a', 'bstringc'],
      ['astringb', 'c'],
      [5n, null],
      ['5', null],
      [1.5, 'null'],
      [1.5, null],
      [Buffer.of(0xff), ''],
      [Buffer.of(0xfe), ''],
      ['ff', ''],
    ];
    const written = await Promise.all(
      lists.map((values) =>
        store.read(function* () {
          const [row] = yield* run('SELECT quote(?) AS first, quote(?) AS second', ...values);
          return `${row?.first} ${row?.second}`;
        }),
      ),
    );
    expect(written).toEqual([
      "'a' 'bstring:c'",
      "'astring:b' 'c'",
      "'a' 'bstringc'",
      "'astringb' 'c'",
      '5 NULL',
      "'5' NULL",
      "1.5 'null'",
      '1.5 NULL',
      "X'FF' ''",
      "X'FE' ''",
      "'ff' ''",
    ]);
    await store.close();
  });

  it('remember no long answer, and 256 at most', async () => {
    let asked = 0;
    const driver = tappedDriver((sql) => {
      if (/^(SELECT|WITH)/.test(sql)) asked += 1;
      return undefined;
    });
    const store = openEntryStore(await made('kept.db'), { driver });
    const twice = (questions: readonly string[]) =>
      store.read(function* () {
        for (const question of [...questions, ...questions]) yield* run(question);
      });
    const lines = 'WITH RECURSIVE line(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n <';
    await twice([`${lines} 100) SELECT n FROM line`]);
    expect(asked).toBe(1);
    await twice([`${lines} 101) SELECT n FROM line`]);
    expect(asked).toBe(3);
    await twice(Array.from({ length: 300 }, (_, place) => `SELECT ${place}`));
    expect(asked).toBe(3 + 300 + 44);
    await store.close();
  });

  it('leave a snapshot that has lasted long to those before', async () => {
    let snapshots = 0;
    const driver = tappedDriver((sql) => {
      if (sql === 'BEGIN DEFERRED') snapshots += 1;
      return undefined;
    });
    const store = openEntryStore(await made('long.db'), { driver });
    await readLabels(store);
    snapshots = 0;
    const slow = store.read(function* () {
      const begun = performance.now();
      while (performance.now() - begun < 25);
      return yield* labels();
    });
    await Promise.all([slow, readLabels(store)]);
    expect(snapshots).toBe(2);
    await store.close();
  });

  it('are told when the end of their snapshot fails', async () => {
    const driver = tappedDriver((sql) => {
      if (sql === 'COMMIT') throw sqliteError(266, 'disk I/O error');
      return undefined;
    });
    const place = await made('unfinished.db');
    const store = openEntryStore(place, { driver });
    await expect(readLabels(store)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    await store.close();
  });
});
