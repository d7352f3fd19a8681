import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../../../src/store/contract.ts';
import type { Migration } from '../../../src/store/migrations.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { ENTRY_MIGRATIONS, insert, openEntryStore, readLabels } from '../../support/entry-store.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

const root = mkdtempSync(join(tmpdir(), 'psd2-store-'));
afterAll(() => rmSync(root, { recursive: true }));

const NEWER: readonly Migration[] = [
  ...ENTRY_MIGRATIONS,
  {
    version: 2,
    statements: [
      "ALTER TABLE entry ADD COLUMN kind TEXT NOT NULL DEFAULT 'old'",
      'CREATE INDEX by_kind ON entry (kind)',
    ],
  },
];

async function storeOfVersion1(name: string): Promise<string> {
  const path = join(root, name, 'store.db');
  const store = openEntryStore(path);
  await store.write(() => insert('from version 1'));
  await store.close();
  return path;
}

function pragma(path: string, name: string): unknown {
  const database = loadDriver()(path, { readOnly: false });
  const [row] = database.prepare(`PRAGMA ${name}`).all();
  database.close();
  return row?.[name];
}

describe('migration of an sqlite store [S7-migration-lock, S7-newer-refused, S7-backup]', () => {
  it('makes a fresh store in the newest version, with no backup', async () => {
    const path = join(root, 'fresh', 'store.db');
    const store = openEntryStore(path, { migrations: NEWER });
    await store.open();
    await store.close();
    expect(pragma(path, 'user_version')).toBe(2);
    expect(readdirSync(join(root, 'fresh')).filter((name) => name.endsWith('.bak'))).toEqual([]);
  });

  it('keeps the older store whole, 0600, before it migrates', async () => {
    const path = await storeOfVersion1("it's older");
    const store = openEntryStore(path, { migrations: NEWER });
    const rows = await store.read(() => run('SELECT label, kind FROM entry'));
    await store.close();
    expect(rows.map((row) => ({ ...row }))).toEqual([{ label: 'from version 1', kind: 'old' }]);
    const backup = join(root, "it's older", 'store.1.bak');
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect([pragma(path, 'user_version'), pragma(backup, 'user_version')]).toEqual([2, 1]);
    const older = openEntryStore(backup);
    expect(await readLabels(older)).toEqual(['from version 1']);
    await older.close();
  });

  it('holds the lock while it makes the backup and until the version is raised', async () => {
    const path = await storeOfVersion1('locked');
    const other = loadDriver()(path, { readOnly: false });
    const tried: string[] = [];
    const driver = tappedDriver((sql) => {
      if (!/^(VACUUM INTO|CREATE INDEX|PRAGMA user_version =)/.test(sql)) return;
      tried.push(sql.split(' ')[0] ?? '');
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('database is locked');
    });
    const store = openEntryStore(path, { migrations: NEWER, driver });
    await store.open();
    expect(tried).toEqual(['VACUUM', 'CREATE', 'PRAGMA']);
    other.close();
    await store.close();
  });

  it('looks again under the lock: another process may have migrated while this one waited for it', async () => {
    const path = join(root, 'raced', 'store.db');
    const made: string[] = [];
    const driver = tappedDriver((sql) => {
      if (sql !== 'BEGIN EXCLUSIVE') return;
      made.push(sql);
      const other = loadDriver()(path, { readOnly: false });
      other.exec(`${ENTRY_MIGRATIONS[0]?.statements.join(';')}; PRAGMA user_version = 1`);
      other.close();
    });
    const store = openEntryStore(path, { driver });
    await store.write(() => insert('made once'));
    expect(made).toHaveLength(1);
    expect(await readLabels(store)).toEqual(['made once']);
    await store.close();
  });

  it('refuses a store newer than the program and leaves it alone', async () => {
    const path = join(root, 'newer', 'store.db');
    const newer = openEntryStore(path, { migrations: NEWER });
    await newer.open();
    await newer.close();
    const store = openEntryStore(path);
    const refused = {
      code: 'STORE_UNUSABLE',
      message: `The store ${path} has version 2, but this program only knows versions up to 1.`,
    };
    await expect(store.open()).rejects.toMatchObject(refused);
    await expect(store.read(() => run('SELECT 1'))).rejects.toMatchObject(refused);
    await expect(store.write(() => insert('never'))).rejects.toMatchObject(refused);
    await store.close();
    expect(pragma(path, 'user_version')).toBe(2);
  });

  it('refuses work when a newer program migrates the store meanwhile', async () => {
    const path = await storeOfVersion1('meanwhile');
    const store = openEntryStore(path);
    expect(await readLabels(store)).toEqual(['from version 1']);
    const newer = openEntryStore(path, { migrations: NEWER });
    await newer.open();
    const refused = { code: 'STORE_UNUSABLE', details: { hint: 'Stop this psd2 and start the newer one.' } };
    await expect(readLabels(store)).rejects.toMatchObject(refused);
    await expect(store.write(() => insert('never'))).rejects.toMatchObject(refused);
    await Promise.all([store.close(), newer.close()]);
  });

  it('raises the version with the schema or not at all', async () => {
    const path = await storeOfVersion1('broken');
    const broken = [
      ...NEWER,
      { version: 3, statements: ['CREATE TABLE three (id INTEGER)', 'CREATE TABLE three (id INTEGER)'] },
    ];
    const store = openEntryStore(path, { migrations: broken });
    await expect(store.open()).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    await store.close();
    expect(pragma(path, 'user_version')).toBe(1);
    const again = openEntryStore(path);
    expect(await readLabels(again)).toEqual(['from version 1']);
    await again.close();
  });

  it('makes nothing before the first work', async () => {
    const path = join(root, 'untouched', 'store.db');
    await openEntryStore(path).close();
    expect(existsSync(join(root, 'untouched'))).toBe(false);
  });
});
