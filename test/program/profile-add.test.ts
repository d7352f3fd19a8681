import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Handle, HttpResponse } from '../../src/message.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { mutualTls } from '../support/mutual-tls.ts';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { profileFiles, remoteHome, servedBank } from '../support/remote-home.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';
import { atTerminal } from '../support/terminal.ts';
import { rawTlsServer } from '../support/tls.ts';
import { WORKER_BEGAN_AT } from '../support/true-clock.ts';

const bodyOf = (value: object) => Buffer.from(JSON.stringify(value));

/** A bank that gives one answer to everything. */
function answering(status: number, body: Uint8Array | string, headers: HttpResponse['headers'] = []) {
  return servedBank('/api', () => async () => ({ status, headers, body: Buffer.from(body) }));
}

/** Refuses with one message, as banks with this interface do. */
function refusing(status: number, code: string, more: object = {}, headers: HttpResponse['headers'] = []) {
  return answering(status, bodyOf({ tppMessages: [{ category: 'ERROR', code, ...more }] }), headers);
}

async function add(url: string, more: readonly string[] = [], home?: string) {
  const at = home ?? (await remoteHome());
  const { certFile, keyFile, caFile } = profileFiles(at);
  const usual = { '--base-url': url, '--cert-file': certFile, '--key-file': keyFile, '--ca-file': caFile };
  const others = Object.entries(usual).filter(([flag]) => !more.includes(flag));
  const line = ['profile', 'add', 'mybank', ...others.flat(), ...more, '--json'];
  const { code, stdout, stderr } = await psd2(line, { home: at });
  return { home: at, code, stderr, value: JSON.parse(stdout) };
}

const settings = (home: string) => join(home, 'settings.json');

describe('profile add [C-profile-add, C-profile-trial, S8-settings-file, S10-production-default]', () => {
  it('tries a good profile with one signed read, and writes it', async () => {
    const bank = await servedBank();
    const { home, code, value, stderr } = await add(bank.url, ['--bank', 'sandbox', '--keyid-style', 'java']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(value).toMatchObject({ name: 'mybank', bank: 'sandbox', trial: { ok: true, found: 'good' } });
    expect(bank.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      expect.stringMatching(
        /^GET \/api-sandbox\/v1\/payments\/norwegian-domestic-credit-transfers\/\w+\/status$/,
      ),
    ]);
    const { certFile, keyFile, caFile } = profileFiles(home);
    expect(JSON.parse(readFileSync(settings(home), 'utf8'))).toEqual({
      profiles: {
        mybank: { bank: 'sandbox', baseUrl: bank.url, certFile, keyFile, caFile, keyIdStyle: 'java' },
      },
    });
    expect(statSync(settings(home)).mode & 0o777).toBe(0o600);
    // Nothing was asked in earnest: no ledger, and no folder of the profile.
    expect(existsSync(join(home, 'mybank'))).toBe(false);
  });

  it('is production unless it says otherwise, and keeps what other profiles have', async () => {
    const bank = await servedBank();
    const home = await remoteHome();
    const before = { profile: 'offline', profiles: { offline: { acceptFix: 'none' } } };
    writeFileSync(settings(home), JSON.stringify(before), { mode: 0o600 });
    expect((await add(bank.url, [], home)).value.bank).toBe('production');
    expect(JSON.parse(readFileSync(settings(home), 'utf8'))).toMatchObject({
      profile: 'offline',
      profiles: { offline: { acceptFix: 'none' }, mybank: { bank: 'production' } },
    });
  });

  it('takes files by the folder of now and keeps them absolute', async () => {
    const bank = await servedBank();
    const home = await remoteHome();
    const line = [
      'profile',
      'add',
      'mybank',
      '--base-url',
      `${bank.url}/`,
      ...['--cert-file', 'offline/keys/seal.pem', '--key-file', 'offline/keys/seal.key.pem'],
      '--ca-file',
      'tls-ca.pem',
    ];
    expect((await psd2(line, { home, cwd: home })).code).toBe(0);
    const { certFile, keyFile, caFile } = profileFiles(home);
    const { mybank } = JSON.parse(readFileSync(settings(home), 'utf8')).profiles;
    expect(mybank).toEqual({ bank: 'production', baseUrl: bank.url, certFile, keyFile, caFile });
  });

  it('reads nothing of what serve sets for other programs', async () => {
    const bank = await servedBank();
    const env = { PSD2_BASE_URL: bank.url, PSD2_CA_FILE: '/nowhere', PSD2_BANK: 'sandbox', PSD2_FORCE: '1' };
    const { code, stdout } = await psd2(['profile', 'add', 'mybank', '--json'], {
      home: await remoteHome(),
      env,
    });
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error.missing).toEqual(['--base-url', '--cert-file']);
  });
});

describe('what the trial of a profile tells apart [C-profile-trial, S10-clock-told]', () => {
  const OF_CERTIFICATE = { path: 'TPP-Signature-Certificate' };
  const html = '<!doctype html><title>Not here</title>';
  const page: HttpResponse['headers'] = [['Content-Type', 'text/html; charset=utf-8']];
  const late = new Date(Date.now() + 200_000).toUTCString();

  it.each([
    ['path', 'a web page (404)', 5, () => answering(404, html, page)],
    ['path', 'a redirect', 5, () => answering(302, '', [['Location', 'https://login.example/']])],
    [
      'path',
      "no such path. Profile mybank wasn't",
      3,
      () => refusing(404, 'NOT_FOUND', { text: 'there is no such path' }),
    ],
    ['clock', "behind the bank's", 3, () => refusing(400, 'BAD_REQUEST', {}, [['Date', late]])],
    ['clock', 'the bank says', 3, () => refusing(400, 'BAD_REQUEST', { text: 'date-skew: the bank says' })],
    ['certificate', 'unknown here', 3, () => refusing(401, 'CERTIFICATE_INVALID', { text: 'unknown here' })],
    [
      'signature',
      'key-mismatch: made',
      3,
      () => refusing(400, 'BAD_REQUEST', { text: 'key-mismatch: made with another' }),
    ],
    ['signature', '400 BAD_REQUEST', 3, () => refusing(400, 'BAD_REQUEST')],
    ['role', 'PSP_PI', 3, () => refusing(403, 'FORBIDDEN')],
    ['certificate', 'refused the certificate', 3, () => refusing(403, 'FORBIDDEN', OF_CERTIFICATE)],
    [
      'client-certificate',
      'client certificate',
      5,
      () => answering(400, '<html>No required SSL certificate was sent</html>', page),
    ],
    ['unclear', '503', 5, () => refusing(503, 'SYSTEM_ERROR')],
  ] as const)('%s: %s', async (found, words, exit, bank) => {
    const { url } = await bank();
    const { home, code, value } = await add(url);
    expect(code).toBe(exit);
    expect(`${value.error.message} ${value.error.hint}`).toContain(words);
    expect(value.error.message).toContain("Profile mybank wasn't saved.");
    expect(value.error.hint).toContain('--force');
    expect(existsSync(settings(home))).toBe(false);
    // Written all the same, it says what was found.
    const forced = await add(url, ['--force'], home);
    expect(forced).toMatchObject({ code: 0, value: { trial: { ok: false, found } } });
    expect(existsSync(settings(home))).toBe(true);
  });

  it('connection, tls and client-certificate, by what the network says', async () => {
    const { port: strict } = await mutualTls();
    const plain = await rawTlsServer(() => {});
    const table = [
      ['connection', 'https://127.0.0.1:9', []],
      ['tls', `https://127.0.0.1:${plain}`, ['--ca-file', profileFiles(await remoteHome()).certFile]],
      ['client-certificate', `https://127.0.0.1:${strict}`, []],
    ] as const;
    for (const [found, url, more] of table) {
      const { code, value } = await add(url, ['--force', ...more]);
      expect({ code, value }).toMatchObject({ code: 0, value: { trial: { ok: false, found } } });
    }
  });

  it('good is also an SCA that is asked for: the signature is checked before', async () => {
    const { value } = await add((await refusing(401, 'SCA_NOT_FOUND')).url);
    expect(value.trial).toMatchObject({ ok: true, found: 'good' });
  });
});

describe('profile list, use, show and remove [C-profile-commands, C-profile-remove]', () => {
  it('says what selects another profile, and removes the ledger with its own', async () => {
    const { home } = await add((await servedBank()).url, ['--bank', 'sandbox']);
    const json = async (line: string, env = {}) => {
      const { code, stdout, stderr } = await psd2([...line.split(' '), '--json'], { home, env });
      return { code, stderr, value: JSON.parse(stdout) };
    };
    const overruled = await json('profile use mybank', { PSD2_PROFILE: 'offline' });
    expect(overruled.stderr).toBe('In this folder, PSD2_PROFILE selects offline instead.\n');
    const unknown = await json('profile use mybank', { PSD2_PROFILE: 'nosuch' });
    expect(unknown).toMatchObject({ code: 0, stderr: expect.stringContaining('"nosuch" (PSD2_PROFILE)') });

    // A command makes the ledger, which goes with the profile.
    expect((await json('payments status xyz')).code).toBe(3);
    const ledger = join(home, 'mybank', 'client.db');
    expect(existsSync(ledger)).toBe(true);
    const removed = await json('profile remove mybank --yes');
    expect(removed).toMatchObject({ code: 0, value: { name: 'mybank', removed: [ledger] } });
    expect(readdirSync(dirname(ledger))).toEqual([]);
    expect(existsSync(profileFiles(home).keyFile)).toBe(true);
  });

  it('keeps a profile whose write has no answer, unless it is forced', async () => {
    const handle: Handle = async () => ({ status: 500, headers: [], body: Buffer.alloc(0) });
    const failing = await servedBank('/api', () => handle);
    const { home } = await add(failing.url, ['--force', '--bank', 'sandbox']);
    const init = await psd2(['sandbox', 'init', '--yes', '--json', '--profile', 'mybank'], { home });
    expect(init.code).toBe(5);
    expect(await psd2(['profile', 'remove', 'mybank', '--yes'], { home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A write of profile mybank got no answer'),
    });
    expect((await psd2(['profile', 'remove', 'mybank', '--yes', '--force'], { home })).code).toBe(0);
  });

  it.each([
    ['{"profile": ', "isn't JSON"],
    [
      '{"profiles": {"x": {"baseUrl": "https://bank.example", "certFile": "c", "colour": "red"}}}',
      '"colour"',
    ],
  ])('says of a damaged settings file what is wrong, and leaves it alone: %s', async (text, words) => {
    const home = await remoteHome();
    writeFileSync(settings(home), text, { mode: 0o600 });
    const { code, stderr } = await psd2(['profile', 'use', 'offline'], { home });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
    expect(readFileSync(settings(home), 'utf8')).toBe(text);
  });
});

it('profile add at a terminal asks for what is missing, says what the trial found, and writes after a yes [C-profile-add]', async () => {
  const home = await remoteHome();
  const { certFile, keyFile } = profileFiles(home);
  const answers = [
    ['--base-url', '127.0.0.1:9\r'],
    ['must be an address over HTTPS', '\u0015https://127.0.0.1:9\r'],
    ['--cert-file', 'nowhere.pem\r'],
    ["there's no such file", `\u0015${certFile}\r`],
    ['--key-file', `${keyFile}\r`],
    ['Save profile mybank anyway', 'y\r'],
  ] as const;
  const { code, all } = await atTerminal(['profile', 'add', 'mybank'], answers, { home });
  expect({ code, there: existsSync(settings(home)) }).toEqual({ code: 0, there: true });
  expect(all).toContain('127.0.0.1:9 refused the connection: nothing is listening there.');
});

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

it('sandbox fork refuses a name under which worlds of TPPs are left [C-fork, D16-fork]', async () => {
  await removed();
  const worlds = join(folder, 'bank.db.worlds');
  mkdirSync(worlds);
  expect(await fork()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`There's already a store for feature: ${worlds}.`),
  });
  expect((await fork()).stderr).toContain(`rm -r ${worlds}`);
});
