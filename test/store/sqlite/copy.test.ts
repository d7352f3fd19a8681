import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insert, readLabels } from '../../support/entry-store.ts';
import { faultOf, newStorePath, openTestStore, storeInUse } from '../../support/store-in-use.ts';
import { sqliteError, tappedDriver } from '../../support/tapped-driver.ts';

describe('a copy of a store in use [S7-fork]', () => {
  it('has what was only in the log, is private, and a store of its own from then on', async () => {
    const path = newStorePath();
    const store = await storeInUse(path);
    const copied = join(dirname(path), "it's a copy.db");
    await store.copyTo(copied);
    expect(statSync(copied).mode & 0o777).toBe(0o600);
    await store.write(() => insert('in the first'));
    const copy = openTestStore(copied);
    await copy.write(() => insert('in the copy'));
    expect(await readLabels(copy)).toEqual(['in the file', 'in the log', 'in the copy']);
    expect(await readLabels(store)).toEqual(['in the file', 'in the log', 'in the first']);
  });

  it('is one moment of a store that is written to meanwhile, and closing waits for it', async () => {
    const path = newStorePath();
    const store = await storeInUse(path);
    const writing = store.write(() => insert('meanwhile'));
    const copying = store.copyTo(`${path}2`);
    await store.close();
    await Promise.all([writing, copying]);
    const copy = openTestStore(`${path}2`);
    expect((await readLabels(copy)).slice(0, 2)).toEqual(['in the file', 'in the log']);
    await copy.close();
    expect((await faultOf(store.copyTo(`${path}3`))).code).toBe('STORE_BUSY');
  });

  it('replaces nothing that is there', async () => {
    const path = newStorePath();
    const store = await storeInUse(path);
    writeFileSync(`${path}2`, 'mine');
    const { code, message } = await faultOf(store.copyTo(`${path}2`));
    expect([code, message]).toEqual([
      'STORE_UNUSABLE',
      `The store can't be copied to ${path}2: it already exists.`,
    ]);
  });

  it('that a full disk or a missing folder ends leaves nothing, and the store is not distrusted for it', async () => {
    const path = newStorePath();
    const checks: string[] = [];
    const driver = tappedDriver((sql) => {
      if (sql.includes('_check')) checks.push(sql);
      if (sql.startsWith('VACUUM')) throw sqliteError(13, 'database or disk is full');
      return undefined;
    });
    const store = openTestStore(path, { driver });
    await store.write(() => insert('before'));
    const opening = checks.length;
    const { code, message } = await faultOf(store.copyTo(`${path}2`));
    expect([code, message]).toEqual([
      'STORE_UNUSABLE',
      `The store can't be copied to ${path}2: database or disk is full.`,
    ]);
    const folder = join(dirname(path), 'folder');
    expect((await faultOf(store.copyTo(join(folder, 'copy.db')))).code).toBe('STORE_UNUSABLE');
    mkdirSync(folder);
    await store.write(() => insert('after'));
    expect(await readLabels(store)).toEqual(['before', 'after']);
    expect(checks).toHaveLength(opening);
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}2`))).toEqual([]);
  });
});
