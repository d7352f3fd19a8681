import { describe, expect, it } from 'vitest';
import { run } from '../../../src/store/contract.ts';
import { loadDriver, type SqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, readLabels } from '../../support/entry-store.ts';
import { allInOneFlush } from '../../support/stopped-flush-clock.ts';
import { makeStore, openTestStore } from '../../support/store-in-use.ts';
import { sqliteError, tappedDriver } from '../../support/tapped-driver.ts';

/** The real driver; the statement `sql` fails once with `error`. */
function failingOnce(sql: string, error: Error, ran: string[] = []): SqliteDriver {
  let failed = false;
  return tappedDriver((statement) => {
    ran.push(statement);
    if (statement !== sql || failed) return;
    failed = true;
    throw error;
  });
}

describe('failed sqlite connection [S3-failed-connection, S1-store-busy, S2-all-wait-for-commit]', () => {
  it.each([
    [13, 'database or disk is full'],
    [10, 'disk I/O error'],
    [8, 'attempt to write a readonly database'],
    [11, 'database disk image is malformed'],
    [522, 'disk I/O error'],
  ])('fails the whole flush at COMMIT (%i %s), then goes on with a checked connection', async (code, text) => {
    const ran: string[] = [];
    const path = await makeStore();
    const store = openTestStore(path, { driver: failingOnce('COMMIT', sqliteError(code, text), ran) });
    await store.open();
    allInOneFlush();
    const outcomes = await Promise.allSettled(['a', 'b'].map((label) => store.write(() => insert(label))));
    const reason = {
      code: 'STORE_BUSY',
      message: `The store ${path} failed during a commit: ${text}. The change may or may not be saved.`,
    };
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    ran.length = 0;
    await store.write(() => insert('c'));
    expect(ran.indexOf('PRAGMA quick_check(1)')).toBeGreaterThanOrEqual(0);
    expect(ran.indexOf('PRAGMA quick_check(1)')).toBeLessThan(ran.indexOf('BEGIN IMMEDIATE'));
    expect(await readLabels(store)).toEqual(['there', 'c']);
  });

  it.each([
    'BEGIN IMMEDIATE',
    'INSERT INTO entry (label) VALUES (?)',
  ])('fails what is queued when %s fails, and goes on', async (sql) => {
    const path = await makeStore();
    // Without the number, as one call of one driver throws it.
    const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' });
    const store = openTestStore(path, { driver: failingOnce(sql, error) });
    await expect(store.write(() => insert('a'))).rejects.toMatchObject({ code: 'STORE_BUSY' });
    await store.write(() => insert('b'));
    expect(await readLabels(store)).toEqual(['there', 'b']);
  });

  it.each([
    ...['ROLLBACK', 'SAVEPOINT work', 'RELEASE work', 'ROLLBACK TO work'],
  ])('fails what is queued with a work that throws when %s fails, and goes on', async (sql) => {
    const path = await makeStore();
    const error = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' });
    const store = openTestStore(path, { driver: failingOnce(sql, error) });
    await store.open();
    allInOneFlush();
    const before = store.write(() => insert('a'));
    const thrown = store.write(function* () {
      yield* insert('b');
      throw new Error('thrown');
    });
    // The second has its own error where the first took the failing connection with it.
    expect(await Promise.allSettled([before, thrown])).toMatchObject([
      { status: 'rejected', reason: { code: 'STORE_BUSY' } },
      { status: 'rejected' },
    ]);
    await store.write(() => insert('c'));
    expect(await readLabels(store)).toEqual(['there', 'c']);
  });

  it('says that the disk is full when it is, keeps what it had, and works when there is room', async () => {
    const path = await makeStore();
    let full = true;
    const real = loadDriver();
    const driver: SqliteDriver = (where, options) => {
      const database = real(where, options);
      if (full) database.exec('PRAGMA max_page_count = 10');
      return database;
    };
    const store = openTestStore(path, { driver });
    await store.open();
    allInOneFlush();
    const big = () => run('INSERT INTO entry (body) VALUES (?)', new Uint8Array(100_000));
    const outcomes = await Promise.allSettled([store.write(() => insert('beside')), store.write(big)]);
    const reason = {
      code: 'STORE_BUSY',
      message: expect.stringContaining('database or disk is full. Nothing was done'),
    };
    expect(outcomes).toMatchObject([{ reason }, { reason }]);
    full = false;
    await store.write(big);
    expect(await readLabels(store)).toEqual(['there', 'null']);
  });

  it('refuses to write on a damaged file, by words', async () => {
    const path = await makeStore();
    let fails = true;
    let damaged = false;
    const driver = tappedDriver((sql) => {
      if (damaged && sql === 'PRAGMA quick_check(1)') return [{ quick_check: 'row 7 missing from index' }];
      if (!fails || sql !== 'COMMIT') return undefined;
      fails = false;
      throw sqliteError(11, 'database disk image is malformed');
    });
    const store = openTestStore(path, { driver });
    await expect(store.write(() => insert('a'))).rejects.toMatchObject({ code: 'STORE_BUSY' });
    damaged = true;
    await expect(store.write(() => insert('b'))).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: `The store ${path} is damaged: row 7 missing from index.`,
    });
    damaged = false;
    await store.write(() => insert('c'));
    expect(await readLabels(store)).toEqual(['there', 'c']);
  });

  it('fails a read whose connection fails, and opens another', async () => {
    const path = await makeStore();
    const sql = 'SELECT label FROM entry ORDER BY id';
    const store = openTestStore(path, { driver: failingOnce(sql, sqliteError(10, 'disk I/O error')) });
    await expect(readLabels(store)).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect(await readLabels(store)).toEqual(['there']);
  });

  it('fails the flush when a statement undoes the transaction by itself', async () => {
    const store = openTestStore(await makeStore());
    await store.open();
    allInOneFlush();
    const outcomes = await Promise.allSettled([
      store.write(() => insert('a')),
      store.write(() => run("INSERT OR ROLLBACK INTO entry (label) VALUES ('there')")),
    ]);
    expect(outcomes).toMatchObject([{ reason: { code: 'STORE_BUSY' } }, { reason: { code: 'STORE_BUSY' } }]);
    await store.write(() => insert('b'));
    expect(await readLabels(store)).toEqual(['there', 'b']);
  });
});
