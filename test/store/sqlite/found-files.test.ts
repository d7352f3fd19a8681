import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insert, readLabels } from '../../support/entry-store.ts';
import { faultOf, newStorePath, openTestStore, storeInUse } from '../../support/store-in-use.ts';

describe('whose file a store is [S8-store-owner]', () => {
  it.each([
    0o644, 0o604,
  ])('it is refused when it is open to others, with the remedy: mode %o', async (mode) => {
    const path = newStorePath();
    await (await storeInUse(path)).close();
    chmodSync(path, mode);
    const store = openTestStore(path);
    expect(await faultOf(store.open())).toEqual({
      code: 'PERMISSIONS',
      message: `Other users can access ${path} (mode 0${mode.toString(8)}).`,
      hint: `chmod 600 ${path}`,
    });
    chmodSync(path, 0o600);
    expect(await readLabels(store)).toEqual(['in the file', 'in the log']);
  });

  it("it is refused when it is another's", async () => {
    const path = newStorePath();
    await (await storeInUse(path)).close();
    const { uid } = statSync(path);
    expect(await faultOf(openTestStore(path, { uid: uid + 1 }).open())).toMatchObject({
      code: 'PERMISSIONS',
      message: `${path} belongs to another user (uid ${uid}) and isn't used.`,
    });
  });

  it("a link to a file of one's own is followed", async () => {
    const path = newStorePath();
    mkdirSync(join(dirname(path), 'real'));
    const real = join(dirname(path), 'real', 'data.db');
    await (await storeInUse(real)).close();
    symlinkSync(real, path);
    const store = openTestStore(path);
    await store.write(() => insert('through the link'));
    expect(existsSync(`${real}-wal`)).toBe(true);
    expect(await readLabels(store)).toEqual(['in the file', 'in the log', 'through the link']);
  });

  it('a link to nothing is refused, and nothing is made', async () => {
    const path = newStorePath();
    const real = `${path}.gone`;
    symlinkSync(real, path);
    expect(await faultOf(openTestStore(path).open())).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('ENOENT'),
    });
    expect(existsSync(real)).toBe(false);
  });
});
