import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';
import { WORKER_BEGAN_AT } from '../support/true-clock.ts';

const OLD = 'old@example.com';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await homeWithKeys(WORKER_BEGAN_AT);
  folder = join(home, 'feature');
  expect(await fork()).toMatchObject({ code: 0 });
});

const fork = () => psd2(['sandbox', 'fork', 'feature'], { home });

async function removed(...more: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await psd2(['profile', 'remove', 'feature', '--yes', '--json', ...more], { home });
  expect(code, stdout).toBe(0);
  return JSON.parse(stdout).removed;
}

/** What lines of a shell say, beside the bank of the profile with a world for each TPP. */
function served(...lines: readonly string[]) {
  const script = ['psd2() { "$NODE" "$PROGRAM" "$@"; }', ...lines].join('\n');
  const env = { NODE: process.execPath, PROGRAM: join(ROOT, 'bin', 'run.js'), FORKED: home };
  const serve = ['serve', '--profile', 'feature', '--port', '0', '--worlds', 'tpp', '--quiet', '--json'];
  return spawnPsd2([...serve, '--', 'sh', '-c', script], {
    ...{ home, trueClock: true },
    env: { ...temporaryFolderOf(home), ...env },
  });
}

const SET = `psd2 tpp contact set ${OLD} > /dev/null`;
const SHOW = 'psd2 tpp contact show --quiet';

describe('profile remove of a fork [C-profile-remove, C-fork]', () => {
  it('removes the worlds of its TPPs, which no later profile of that name inherits', async () => {
    expect((await served(SET, SHOW)).stdout).toContain(OLD);
    const worlds = join(folder, 'bank.db.worlds');
    expect(existsSync(worlds)).toBe(true);
    expect(await removed()).toEqual([join(folder, 'bank.db'), worlds]);
    expect(readdirSync(folder)).toEqual(['tls']);
    expect(await fork()).toMatchObject({ code: 0 });
    expect((await served(SHOW)).stdout).not.toContain(OLD);
  });

  it('is the end of a bank that runs on it: it says so and makes nothing anew', async () => {
    const remove = 'PSD2_HOME="$FORKED" psd2 profile remove feature --yes --quiet';
    const { code, stdout, stderr } = await served(SET, remove, SHOW);
    expect(stdout).not.toContain(OLD);
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringContaining('was removed while in use'),
    });
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(readdirSync(folder)).toEqual(['tls']);
    expect(await fork()).toMatchObject({ code: 0 });
    expect((await served(SHOW)).stdout).not.toContain(OLD);
  });

  it('removes the stores and nothing else', async () => {
    const named = ['bank.db', 'client.db'];
    for (const name of named) writeFileSync(join(folder, name), '', { mode: 0o600 });
    // What an earlier removal that was killed has left.
    mkdirSync(join(folder, 'bank.db.worlds.removed'));
    for (const name of ['bank.3.bak', 'mine.db']) writeFileSync(join(folder, name), 'of the user');
    expect([...(await removed('--force'))].sort()).toEqual(named.map((name) => join(folder, name)).sort());
    expect(readdirSync(folder).sort()).toEqual(['bank.3.bak', 'mine.db']);
  });
});

describe('sandbox fork [C-fork, D16-fork]', () => {
  it('refuses a name under which worlds of TPPs are left', async () => {
    await removed();
    const worlds = join(folder, 'bank.db.worlds');
    mkdirSync(worlds);
    expect(await fork()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`There's already a store for feature: ${worlds}.`),
    });
    expect((await fork()).stderr).toContain(`rm -r ${worlds}`);
  });
});
