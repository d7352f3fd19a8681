import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/store/contract.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { ENTRY_SCHEMA, insert, readLabels } from '../../support/entry-store.ts';
import { makeStore, newStorePath, openTestStore } from '../../support/store-in-use.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

function versionOf(path: string): unknown {
  const database = loadDriver()(path, { readOnly: false });
  const [row] = database.prepare('PRAGMA user_version').all();
  database.close();
  return row?.user_version;
}

describe('the schema of an sqlite store [S7-schema-lock]', () => {
  it('is created under the lock, which is held until the version is raised', async () => {
    const path = newStorePath();
    const tried: string[] = [];
    const driver = tappedDriver((sql) => {
      if (!/^(CREATE TABLE|PRAGMA user_version =)/.test(sql)) return;
      tried.push(sql.split(' ')[0] ?? '');
      const other = loadDriver()(path, { readOnly: false });
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
      other.close();
    });
    const store = openTestStore(path, { driver });
    await store.open();
    expect(tried).toEqual(['CREATE', 'PRAGMA']);
    await store.close();
    expect(versionOf(path)).toBe(ENTRY_SCHEMA.version);
  });

  it('is looked for again under the lock: another process may have created it meanwhile', async () => {
    const path = newStorePath();
    const made: string[] = [];
    const driver = tappedDriver((sql) => {
      if (sql !== 'BEGIN EXCLUSIVE') return;
      made.push(sql);
      const other = loadDriver()(path, { readOnly: false });
      other.exec(`${ENTRY_SCHEMA.statements.join(';')}; PRAGMA user_version = ${ENTRY_SCHEMA.version}`);
      other.close();
    });
    const store = openTestStore(path, { driver });
    await store.write(() => insert('made once'));
    expect(made).toHaveLength(1);
    expect(await readLabels(store)).toEqual(['made once']);
  });

  it('is created whole or not at all', async () => {
    const path = newStorePath();
    const statements = ['CREATE TABLE one (id INTEGER)', 'CREATE TABLE one (id INTEGER)'];
    const broken = openTestStore(path, { schema: { version: 2, statements } });
    await expect(broken.open()).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    await broken.close();
    expect(versionOf(path)).toBe(0);
    expect(await readLabels(openTestStore(path))).toEqual([]);
  });

  it('is not created before the first work', async () => {
    const path = newStorePath();
    await openTestStore(path).close();
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe('a store of another version [S7-newer-refused, S7-earlier-refused]', () => {
  it.each([
    [
      'newer',
      3,
      (path: string) => ({
        message: `The store ${path} has version 3, but this program only knows versions up to 2.`,
        details: { hint: 'Use the newer psd2 that created it, or set PSD2_HOME to another folder.' },
      }),
    ],
    [
      'earlier',
      1,
      (path: string) => ({
        message: `An earlier build of psd2 created the store ${path}: it has version 1, and this program needs 2.`,
        details: {
          hint: `Keep the words. Then move ${path} and its -wal and -shm files away. A new store is created on next use.`,
        },
      }),
    ],
  ])('is refused and left as it is: %s', async (_, version, words) => {
    const path = await makeStore(newStorePath(), { schema: { ...ENTRY_SCHEMA, version } });
    const before = [readdirSync(dirname(path)), readFileSync(path)];
    const store = openTestStore(path, { schema: { ...ENTRY_SCHEMA, saveHint: 'Keep the words.' } });
    const refused = { code: 'STORE_UNUSABLE', ...words(path) };
    await expect(store.open()).rejects.toMatchObject(refused);
    await expect(store.read(() => run('SELECT 1'))).rejects.toMatchObject(refused);
    await expect(store.write(() => insert('never'))).rejects.toMatchObject(refused);
    await store.close();
    expect([readdirSync(dirname(path)), readFileSync(path)]).toEqual(before);
  });

  it('is refused when it takes the place of the one in use', async () => {
    const path = await makeStore();
    const store = openTestStore(path);
    expect(await readLabels(store)).toEqual(['there']);
    const other = loadDriver()(path, { readOnly: false });
    other.exec('PRAGMA user_version = 3');
    other.close();
    const refused = { code: 'STORE_UNUSABLE', details: { hint: 'Stop this psd2 and start the newer one.' } };
    await expect(readLabels(store)).rejects.toMatchObject(refused);
    await expect(store.write(() => insert('never'))).rejects.toMatchObject(refused);
  });
});
