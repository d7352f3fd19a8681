import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateKey } from '../../src/settings/identity.ts';
import { homeInUse } from '../support/home-in-use.ts';
import { emptyFolder, psd2 } from '../support/program.ts';

const EXAMPLE = ['payments', 'create', '--domestic', '--example', '--quiet'];

describe('a bank that is gone [S1-files-before]', () => {
  it.each([
    ['removed', rmSync],
    ['emptied', truncateSync],
  ])('is said to begin anew where the client remembers another, also with --quiet: %s', async (_, spoil) => {
    const { home, store, ledger } = await homeInUse();
    for (const file of ['-wal', '-shm']) rmSync(`${store}${file}`, { force: true });
    spoil(store);
    const { code, stderr } = await psd2(EXAMPLE, { home });
    expect(code).toBe(0);
    expect(stderr).toBe(
      `${store} was gone. The bank starts from scratch and doesn't know what's recorded in ${ledger}.\n` +
        `  To start from scratch there too: rm ${ledger}\n`,
    );
    expect((await psd2(EXAMPLE, { home })).stderr).toBe('');
  });

  it('is no news in a home where nothing was', async () => {
    const home = join(emptyFolder(), 'home');
    expect((await psd2(EXAMPLE, { home })).stderr).toBe('');
    expect(existsSync(join(home, 'offline', 'client.db'))).toBe(true);
  });
});

describe('a key that is not the one of its certificate [S8-key-fits]', () => {
  it('is named, with what can be done, exit 2', async () => {
    const { home, keys } = await homeInUse();
    const key = await generateKey();
    writeFileSync(join(keys, 'seal.key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
    const { code, stderr } = await psd2(EXAMPLE, { home });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        `Error: ${keys}/seal.key.pem isn't the key of ${keys}/seal.pem. (FILE_UNREADABLE)\n` +
        `  Restore the file, or create a new key and certificate: mv ${keys} ${keys}.old\n`,
    });
  });
});
