import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insert, openEntryStore, readLabels } from '../../support/entry-store.ts';
import { faultOf, newStorePath, storeInUse } from '../../support/store-in-use.ts';

describe('a store that is opened where one was [S1-files-before]', () => {
  it('is refused when its log is there and it is not, or is empty, and nothing is made', async () => {
    for (const [spoil, words] of [
      [rmSync, 'was removed'],
      [truncateSync, 'was emptied'],
    ] as const) {
      const path = newStorePath();
      writeFileSync(`${path}-wal`, 'a log', { mode: 0o600 });
      writeFileSync(path, 'a file', { mode: 0o600 });
      spoil(path);
      const store = openEntryStore(path);
      const { code, message, hint } = await faultOf(store.open());
      expect(code).toBe('STORE_DAMAGED');
      expect(message).toBe(`The store ${path} ${words}. The files next to it are older.`);
      expect(hint).toMatch(/^Put the same file back\. To use a copy, or to start with an empty store: rm /);
      expect(readFileSync(`${path}-wal`, 'utf8')).toBe('a log');
      expect(existsSync(path)).toBe(spoil === truncateSync);
      await store.close();
    }
  });

  it('is refused when what the processes shared is there and its log is not', async () => {
    const path = newStorePath();
    const killed = await storeInUse(path);
    copyFileSync(path, `${path}2`);
    chmodSync(`${path}2`, 0o600);
    copyFileSync(`${path}-shm`, `${path}2-shm`);
    const store = openEntryStore(`${path}2`);
    const { code, message, hint } = await faultOf(store.open());
    expect(code).toBe('STORE_DAMAGED');
    expect(message).toBe(
      `The store ${path}2 has lost its log: ${path}2-wal was removed. Data that was only in the log is lost.`,
    );
    expect(hint).toBe(`Put it back, or continue without it: rm ${path}2-shm`);
    rmSync(`${path}2-shm`);
    expect(await readLabels(store)).toEqual(['in the file']);
    await store.close();
    await killed.close();
  });

  it('is refused when it has pages of another file', async () => {
    const path = newStorePath();
    const store = openEntryStore(path);
    for (let index = 0; index < 300; index++) await store.write(() => insert(`long ${index} `.repeat(20)));
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, bytes.length - 4096);
    writeFileSync(path, bytes);
    const next = openEntryStore(path);
    const { code, message } = await faultOf(next.open());
    expect({ code, message }).toEqual({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining(`The store ${path} is damaged: `),
    });
    await next.close();
  });
});

describe('whose file a store is [S8-store-owner]', () => {
  it.each([
    0o644, 0o640, 0o604,
  ])('it is refused when it is open to others, with the remedy: mode %o', async (mode) => {
    const path = newStorePath();
    await (await storeInUse(path)).close();
    chmodSync(path, mode);
    const store = openEntryStore(path);
    expect(await faultOf(store.open())).toEqual({
      code: 'PERMISSIONS',
      message: `Other users can access ${path} (mode 0${mode.toString(8)}).`,
      hint: `chmod 600 ${path}`,
    });
    chmodSync(path, 0o600);
    expect(await readLabels(store)).toEqual(['in the file', 'in the log']);
    await store.close();
  });

  it("it is refused when it is another's", async () => {
    const path = newStorePath();
    await (await storeInUse(path)).close();
    const { uid } = statSync(path);
    const store = openEntryStore(path, { uid: uid + 1 });
    expect(await faultOf(store.open())).toMatchObject({
      code: 'PERMISSIONS',
      message: `${path} belongs to another user (uid ${uid}) and isn't used.`,
    });
    await store.close();
  });

  it("a link to a file of one's own is followed, and watched", async () => {
    const path = newStorePath();
    mkdirSync(join(dirname(path), 'real'));
    const real = join(dirname(path), 'real', 'data.db');
    await (await storeInUse(real)).close();
    symlinkSync(real, path);
    const store = openEntryStore(path);
    await store.write(() => insert('through the link'));
    expect(existsSync(`${real}-wal`)).toBe(true);
    expect(await readLabels(store)).toEqual(['in the file', 'in the log', 'through the link']);
    rmSync(`${real}-wal`);
    expect((await faultOf(store.write(() => insert('lost')))).message).toMatch(/lost its log/);
    await store.close();
  });

  it('a link to nothing is refused, and nothing is made', async () => {
    const path = newStorePath();
    const real = `${path}.gone`;
    symlinkSync(real, path);
    const store = openEntryStore(path);
    expect(await faultOf(store.open())).toEqual({
      code: 'STORE_DAMAGED',
      message: `The store ${path} is a link to ${real}, which doesn't exist.`,
      hint: `Put that file back, or start with an empty store: rm ${path}`,
    });
    expect(existsSync(real)).toBe(false);
    await store.close();
  });
});
