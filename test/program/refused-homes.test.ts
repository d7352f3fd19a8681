import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { generateKey } from '../../src/settings/identity.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { clockEnvironment } from '../support/clock-environment.ts';
import { type HomeInUse, homeInUse } from '../support/home-in-use.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, type Outcome, psd2, startPsd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

/** The rights by which root passes every permission. */
const RIGHTS = ['dac_override', 'dac_read_search'];

/** Runs the built program as a user whom permissions bind, also where the tests are root's. */
function psd2Bound(args: readonly string[], home: string): Outcome {
  const [command, ...rest] = [...bound(), process.execPath, join(ROOT, 'bin', 'run.js'), ...args];
  const env = { PATH: process.env.PATH ?? '', ...clockEnvironment(), PSD2_HOME: home };
  const { status, stdout, stderr, error } = spawnSync(command ?? '', rest, {
    cwd: emptyFolder(),
    env,
    encoding: 'utf8',
    input: '',
  });
  if (error !== undefined) throw new Error(`${command} is needed to run as root: ${error.message}`);
  return { code: status, stdout, stderr };
}

function bound(): string[] {
  if (process.getuid?.() !== 0) return [];
  const less = RIGHTS.map((right) => `-${right}`).join(',');
  return ['setpriv', `--bounding-set=${less}`, `--inh-caps=${less}`, '--'];
}

const EXAMPLE = ['payments', 'create', '--domestic', '--example'];
let home: string;
let places: HomeInUse;

beforeEach(async () => {
  places = await homeInUse();
  home = places.home;
});

/** A refusal in words: what and where on the first line, what to do on the next, and no stack. */
function expectRefusal({ code, stdout, stderr }: Outcome, what: RegExp, remedy: RegExp, exitCode = 2): void {
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  const [first = '', ...rest] = stderr.split('\n');
  expect(first).toMatch(/^Error: /);
  expect(first).toMatch(what);
  expect(rest.join('\n')).toMatch(remedy);
}

/** The same as one JSON value, with nothing beside it. */
function expectJsonRefusal(
  { code, stdout, stderr }: Outcome,
  fault: string,
  remedy: RegExp,
  exitCode = 2,
): void {
  expect(stderr).toBe('');
  expect(code).toBe(exitCode);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: fault, exitCode, hint: expect.stringMatching(remedy) },
  });
}

function closeToWriting(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const each = join(folder, path);
    chmodSync(each, statSync(each).isDirectory() ? 0o500 : 0o400);
  }
  chmodSync(folder, 0o500);
}

function openToWriting(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openToWriting(join(folder, entry.name));
    else chmodSync(join(folder, entry.name), 0o600);
  }
}

it.each([
  ['garbage', () => writeFileSync(places.store, randomBytes(10_000))],
  ['text', () => writeFileSync(places.store, 'My notes of the week.\n'.repeat(100))],
])('a store that is no whole store is refused, exit 5, and left as it is: %s [C-error-text, C-exit-codes, S1-store-damaged]', async (_, spoil) => {
  spoil();
  const before = readFileSync(places.store);
  expectRefusal(
    await psd2(EXAMPLE, { home }),
    /bank\.db is damaged: file is not a database/,
    /Move .*bank\.db/,
    5,
  );
  expectJsonRefusal(await psd2([...EXAMPLE, '--json'], { home }), 'STORE_DAMAGED', /Move .*bank\.db/, 5);
  expect(readFileSync(places.store)).toEqual(before);
});

it.each([
  ['bank.db', /psd2 sandbox snapshot save NAME/],
  ['client.db', /psd2 payments pending/],
])('a store of an earlier build is refused with how to save its content, exit 2, and doctor says so: %s [S7-earlier-refused]', async (name, how) => {
  const path = join(places.folder, name);
  const database = loadDriver()(path, { readOnly: false });
  const [{ user_version: version } = {}] = database.prepare('PRAGMA user_version').all();
  database.exec('PRAGMA user_version = 1');
  const told = new RegExp(`An earlier build of psd2 created the store .*${name}`);
  expectRefusal(await psd2(EXAMPLE, { home }), told, how);
  expect((await psd2(['doctor'], { home })).stdout).toMatch(told);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
  expect((await psd2([...EXAMPLE, '--quiet'], { home })).code).toBe(0);
});

it.each([
  '644',
  '640',
  '604',
])('a key that others can read is refused with the remedy: mode %s [C-key-of-others, S8-key-fstat]', async (mode) => {
  const key = join(places.keys, 'seal.key.pem');
  chmodSync(key, mode);
  const remedy = new RegExp(`chmod 600 ${key}`);
  expectRefusal(await psd2(EXAMPLE, { home }), /can access .*seal\.key\.pem/, remedy);
  expectJsonRefusal(await psd2([...EXAMPLE, '--json'], { home }), 'PERMISSIONS', remedy);
  chmodSync(key, 0o600);
  expect((await psd2([...EXAMPLE, '--quiet'], { home })).code).toBe(0);
});

it('a home that can not be written in is refused by words, exit 2, and shown all the same [C-error-text, C-exit-codes]', async () => {
  closeToWriting(home);
  const made = readdirSync(places.folder);
  const refused = psd2Bound(EXAMPLE, home);
  const shown = psd2Bound(['profile', 'show', '--quiet'], home);
  openToWriting(home);
  expectRefusal(refused, /(bank|client)\.db.*readonly/, /PSD2_HOME/);
  expect(shown).toEqual({ code: 0, stdout: 'offline\n', stderr: '' });
  expect(readdirSync(places.folder)).toEqual(made);
});

const QUIET = [...EXAMPLE, '--quiet'];

describe('a bank that is gone [S1-files-before]', () => {
  it.each([
    ['removed', rmSync],
    ['emptied', truncateSync],
  ])('is said to begin anew where the client remembers another, also with --quiet: %s', async (_, spoil) => {
    const { home, store, ledger } = await homeInUse();
    for (const file of ['-wal', '-shm']) rmSync(`${store}${file}`, { force: true });
    spoil(store);
    const { code, stderr } = await psd2(QUIET, { home });
    expect(code).toBe(0);
    expect(stderr).toBe(
      `${store} was gone. The bank starts from scratch and doesn't know what's recorded in ${ledger}.\n` +
        `  To start from scratch there too: rm ${ledger}\n`,
    );
    expect((await psd2(QUIET, { home })).stderr).toBe('');
  });

  it('is no news in a home where nothing was', async () => {
    const home = join(emptyFolder(), 'home');
    expect((await psd2(QUIET, { home })).stderr).toBe('');
    expect(existsSync(join(home, 'offline', 'client.db'))).toBe(true);
  });
});

it('a key that is not the one of its certificate is named, with what can be done, exit 2 [S8-key-fits]', async () => {
  const { home, keys } = await homeInUse();
  const key = await generateKey();
  writeFileSync(join(keys, 'seal.key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
  const { code, stderr } = await psd2(QUIET, { home });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      `Error: ${keys}/seal.key.pem isn't the key of ${keys}/seal.pem. (FILE_UNREADABLE)\n` +
      `  Restore the file, or create a new key and certificate: mv ${keys} ${keys}.old\n`,
  });
});

/** What a command has come to by itself. */
async function outcomeOf(args: readonly string[], home: string) {
  const child = startPsd2(args, { home });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = text(child.stderr);
  child.stdin.end();
  child.stdout.resume();
  const [code, signal] = await once(child, 'close');
  return { code, signal, stderr: await said };
}

const BY_BROWSER = ['payments', 'create', '--domestic', '--example', '--sca', 'browser'];

describe("a command that serves a bank's site [C-proxy, C-sca-browser, S1-store-damaged, C-exit-codes]", () => {
  it.each([
    ['proxy', ['proxy', '--port', '0']],
    ['a payment in a browser', BY_BROWSER],
  ])('ends where the store is damaged: %s', async (_, args) => {
    const home = await homeWithKeys();
    writeFileSync(join(home, 'offline', 'bank.db'), randomBytes(8192), { mode: 0o600 });
    const { code, signal, stderr } = await outcomeOf(args, home);
    expect({ code, signal }, stderr).toEqual({ code: 5, signal: null });
    expect(stderr).toContain('(STORE_DAMAGED)');
  });

  it("ends where its HAR file can't be written", async () => {
    const home = await homeWithKeys();
    const file = join(home, 'nowhere', 'psd2.har');
    const { code, signal, stderr } = await outcomeOf([...BY_BROWSER, '--har', file], home);
    expect({ code, signal }, stderr).toEqual({ code: 2, signal: null });
    expect(stderr).toContain("its folder doesn't exist");
  });
});
