import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { Child, script } from '../support/child.ts';
import { emptyFolder, type Given, type Outcome, psd2, spawnPsd2 } from '../support/program.ts';
import { integrityOf, readStored, storedPayments } from '../support/stored.ts';
import { runs } from '../support/sweep.ts';

const PROCESSES = runs(6, 16);
const EXAMPLE = ['payments', 'create', '--domestic', '--example', '--json'];
const IDENTITY = ['ca.key.pem', 'ca.pem', 'seal.key.pem', 'seal.pem'];

function create(given: Given): Promise<Outcome> {
  return psd2(EXAMPLE, given);
}

function paymentIdOf({ code, stdout, stderr }: Outcome): string {
  expect(stderr).not.toContain('Error');
  expect(code).toBe(0);
  return JSON.parse(stdout).paymentId;
}

/** Every path below a folder with its mode, in octal. */
function modesBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const modes = paths.map((path) => [path, (statSync(join(folder, path)).mode & 0o777).toString(8)]);
  return Object.fromEntries(modes);
}

const PRIVATE = {
  offline: '700',
  'offline/bank.db': '600',
  'offline/client.db': '600',
  'offline/keys': '700',
  ...Object.fromEntries(IDENTITY.map((name) => [`offline/keys/${name}`, '600'])),
};

it('the first use by many processes at once makes a payment each, in one world, with one key and one CA [S7-first-start, S7-one-store, S10-one-session, S10-write-ledger]', async () => {
  const home = join(emptyFolder(), 'home');
  const outcomes = await Promise.all(Array.from({ length: PROCESSES }, () => spawnPsd2(EXAMPLE, { home })));
  const created = outcomes.map(paymentIdOf);
  const { folder, store, ledger, keys } = buildProfilePaths(home, 'offline');
  expect(readdirSync(folder).sort()).toEqual(['bank.db', 'client.db', 'keys']);
  expect(readdirSync(keys).sort()).toEqual(IDENTITY);
  expect(new Set(created).size).toBe(PROCESSES);
  expect(storedPayments(store).sort()).toEqual([...created].sort());
  expect(readStored(store, 'SELECT generation FROM world')).toHaveLength(1);
  expect(readStored(store, 'SELECT number FROM customers')).toHaveLength(4);
  expect([integrityOf(store), integrityOf(ledger)]).toEqual(['ok', 'ok']);
  expect(readStored(store, 'SELECT DISTINCT tpp_session_id FROM authorisations')).toHaveLength(1);
  const answered = readStored(ledger, 'SELECT DISTINCT request_id FROM writes WHERE status = 201');
  expect(answered).toHaveLength(PROCESSES);

  const read = (name: string) => readFileSync(join(keys, name));
  const [seal, ca] = [new X509Certificate(read('seal.pem')), new X509Certificate(read('ca.pem'))];
  expect(seal.checkPrivateKey(createPrivateKey(read('seal.key.pem')))).toBe(true);
  expect(ca.checkPrivateKey(createPrivateKey(read('ca.key.pem')))).toBe(true);
  expect(seal.verify(ca.publicKey)).toBe(true);
  // The number in the certificate is drawn at random when it is made: what signed each payment is this one.
  const organization = /PSDNO-FSA-3\d{8}/.exec(seal.subject)?.[0];
  const tpps = readStored(store, 'SELECT DISTINCT tpp FROM payments').map(({ tpp }) => tpp);
  expect(tpps).toEqual([organization]);
}, 240_000);

describe('what the first use leaves [S8-files-0600, S8-files-folders, S8-store-modes, C-files-folders]', () => {
  it.each(['000', '022', '077'])('is 0700 and 0600 under umask %s', async (mask) => {
    const home = join(emptyFolder(), 'home');
    const before = process.umask(mask);
    const running = spawnPsd2(EXAMPLE, { home });
    process.umask(before);
    paymentIdOf(await running);
    expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
    // The driver lets go of a file when its statements are collected, which may be after the end of the program.
    const logs = Object.entries(modesBelow(home)).filter(([name]) => /-(?:wal|shm)$/.test(name));
    const left = Object.fromEntries(logs.map(([name]) => [name, '600']));
    expect(modesBelow(home)).toEqual({ ...PRIVATE, ...left });
  });

  it('is private while the store is in use too', async () => {
    const home = join(emptyFolder(), 'home');
    const { folder } = buildProfilePaths(home, 'offline');
    const before = process.umask(0o000);
    const writer = new Child(process.execPath, [
      ...script('tpp-process'),
      'create',
      home,
      'writer',
      'Infinity',
    ]);
    process.umask(before);
    writer.tell('go');
    expect(await writer.line(1)).toMatch(/^created /);
    expect(modesBelow(folder)).toMatchObject({
      'bank.db': '600',
      'bank.db-wal': '600',
      'bank.db-shm': '600',
    });
    await writer.kill();
  });

  it('is in PSD2_HOME alone', async () => {
    const [user, work] = [emptyFolder(), emptyFolder()];
    const home = join(emptyFolder(), 'deep', 'home');
    paymentIdOf(await create({ home, cwd: work, env: { HOME: user } }));
    expect([readdirSync(user), readdirSync(work)]).toEqual([[], []]);
  });
});

describe('where the first use finds its home [C-home, C-psd2-home]', () => {
  it.each<Record<string, string>>([
    {},
    { HOME: '' },
    { HOME: '', PSD2_HOME: '' },
  ])('is asked for when there is none: %j', async (env) => {
    const { code, stdout } = await create({ env });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 2,
      error: { code: 'INPUT_MISSING', missing: ['PSD2_HOME'], hint: expect.stringContaining('PSD2_HOME') },
    });
  });

  it('is refused below a file, and where it is a file', async () => {
    const file = join(emptyFolder(), 'file');
    writeFileSync(file, 'mine');
    for (const home of [file, join(file, 'home'), join(file, 'deep', 'home')]) {
      const { code, stderr, stdout } = await psd2(EXAMPLE.slice(0, -1), { home });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^Error: .*${home}.*\n {2}.*PSD2_HOME`));
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});
