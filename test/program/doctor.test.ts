import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNode } from '../../src/profiles/doctor.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { whileLocked } from '../support/locked-store.ts';
import { type Given, psd2 } from '../support/program.ts';
import { homeAt, PSU, profileFiles, remoteHome, servedBank, writeProfile } from '../support/remote-home.ts';

interface Shown {
  readonly name: string;
  readonly ok: boolean;
  readonly message: string;
  readonly remedy?: string;
}

async function doctor(home: string, given: Given & { args?: readonly string[] } = {}) {
  const { args = [], ...rest } = given;
  const { code, stdout, stderr } = await psd2(['doctor', '--json', ...args], { home, ...rest });
  const checks: readonly Shown[] = JSON.parse(stdout).checks;
  return { code, stderr, checks, failed: checks.filter(({ ok }) => !ok) };
}

/** A home whose bank and ledger are made. */
async function usedHome(): Promise<string> {
  const home = await homeWithKeys();
  expect((await psd2(['payments', 'create', '--domestic', '--example'], { home })).code).toBe(0);
  return home;
}

/** Without what SQLite keeps beside a store until the driver lets go of it. */
function filesOf(home: string): string[] {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => !/-(wal|shm)$/.test(file)).sort();
}

function keysOf(home: string) {
  const file = (name: string) => join(home, 'offline', 'keys', name);
  return { key: file('seal.key.pem'), certificate: file('seal.pem') };
}

const bankOf = (home: string) => join(home, 'offline', 'bank.db');

function writeSettings(home: string, text: string, mode = 0o600): void {
  writeFileSync(join(home, 'settings.json'), text);
  chmodSync(join(home, 'settings.json'), mode);
}

/** Something that stands over the whole of a page of the store. */
function damage(path: string): void {
  writeSync(openSync(path, 'r+'), Buffer.alloc(40_000, 0x5a), 0, 40_000, 8192);
}

function otherKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

describe('doctor [C-doctor]', () => {
  it('passes every check on a home that is in use: signs, asks a bank, looks the store through', async () => {
    const home = await usedHome();
    const before = filesOf(home);
    const { code, checks } = await doctor(home);
    expect({ code, failed: checks.filter(({ ok }) => !ok) }).toEqual({ code: 0, failed: [] });
    expect(checks.find(({ name }) => name === 'certificate')?.message).toMatch(
      /^Valid until \S+ \S+, \d+ days left, roles PSP_PI, PSP_AI\.$/,
    );
    expect(filesOf(home)).toEqual(before);
  });

  it("tells by how much the embedded bank's clock was set", async () => {
    const home = await usedHome();
    await psd2(['sandbox', 'clock', 'advance', '3d'], { home });
    const { code, checks } = await doctor(home);
    expect(code).toBe(0);
    expect(checks.find(({ name }) => name === 'clock')?.message).toContain('3 days ahead');
  });

  it.each<[what: string, name: string, remedy: RegExp, breaks: (home: string) => Given | undefined]>([
    ['settings that are no JSON', 'settings', /./, (home) => void writeSettings(home, '{')],
    ['settings open to others', 'settings', /^chmod 600 /, (home) => void writeSettings(home, '{}', 0o644)],
    [
      'a certificate that has expired',
      'certificate',
      /new certificate/,
      () => ({ clockAt: Date.now() + 1000 * 86_400_000 }),
    ],
    [
      'a certificate that is none',
      'certificate',
      /new key and certificate/,
      (home) => void writeFileSync(keysOf(home).certificate, 'no certificate'),
    ],
    ['a key open to others', 'key', /^chmod 600 /, (home) => void chmodSync(keysOf(home).key, 0o644)],
    [
      'the key of another certificate',
      'key',
      /the certificate was issued for/,
      (home) => void writeFileSync(keysOf(home).key, otherKey()),
    ],
    ['a damaged store', 'store', /copy in its place/, (home) => void damage(bankOf(home))],
    ['a store open to others', 'store', /^chmod 600 /, (home) => void chmodSync(bankOf(home), 0o644)],
  ])('names %s and its remedy, and nothing else', async (_, name, remedy, breaks) => {
    const home = await usedHome();
    const { code, failed } = await doctor(home, breaks(home));
    expect({ code, names: failed.map((check) => check.name) }).toEqual({ code: 6, names: [name] });
    expect(failed[0]?.remedy).toMatch(remedy);
  });

  it('says what is wrong with a profile, and no command that fails as it does', async () => {
    const home = await usedHome();
    const { code, failed } = await doctor(home, { args: ['--profile', 'B2'] });
    expect({ code, failed }).toMatchObject({
      code: 6,
      failed: [{ name: 'settings', remedy: 'Existing profiles: offline.' }],
    });
    expect((await doctor(home, { env: { PSD2_CALLBACK_PORT: 'x' } })).failed).toMatchObject([
      {
        message: expect.stringContaining('PSD2_CALLBACK_PORT'),
        remedy: 'Correct it and run psd2 doctor again.',
      },
    ]);
  });

  it('names a store that another process keeps locked', async () => {
    const home = await usedHome();
    await whileLocked(bankOf(home), async () => {
      const { code, failed } = await doctor(home);
      expect({ code, failed }).toMatchObject({ code: 6, failed: [{ name: 'store' }] });
      expect(failed[0]).toMatchObject({
        message: expect.stringContaining('locked'),
        remedy: expect.stringMatching(/another psd2/),
      });
    });
  });

  it('names a callback port that is taken', async () => {
    const home = await homeWithKeys();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { code, failed } = await doctor(home, { args: ['--callback-port', String(port)] });
    server.close();
    expect({ code, names: failed.map(({ name }) => name) }).toEqual({ code: 6, names: ['callback-port'] });
    expect(failed[0]?.message).toContain(String(port));
  });

  it('names a Node that is too old', () => {
    expect(() => checkNode('20.18.1')).toThrow('Node 20.18.1 is too old.');
    expect([checkNode('20.19.0'), checkNode('24.0.0')]).toEqual([['Node 20.19.0.'], ['Node 24.0.0.']]);
  });
});

describe('doctor of a bank elsewhere [C-doctor]', () => {
  it('sends one signed request, and compares its Date with this clock', async () => {
    const bank = await servedBank();
    const { code, checks } = await doctor(await homeAt(bank, PSU));
    expect({ code, failed: checks.filter(({ ok }) => !ok) }).toEqual({ code: 0, failed: [] });
    expect(checks.map(({ name }) => name)).toContain('tls');
    expect(bank.requests).toHaveLength(1);
  });

  it("names this machine's clock when the bank's Date is another", async () => {
    const later = new Date(Date.now() + 7_200_000).toUTCString();
    const bank = await servedBank('/api', (handle) => async (request, peer) => {
      const { headers, ...answer } = await handle(request, peer);
      return {
        ...answer,
        headers: [...headers.filter(([name]) => name.toLowerCase() !== 'date'), ['Date', later]],
      };
    });
    const { code, failed } = await doctor(await homeAt(bank, PSU));
    expect({ code, names: failed.map(({ name }) => name) }).toEqual({ code: 6, names: ['clock'] });
    expect(failed[0]).toMatchObject({
      message: expect.stringContaining('2 hours behind'),
      remedy: expect.any(String),
    });
  });

  it('names a bank that does not answer', async () => {
    const home = await remoteHome();
    writeProfile(home, { baseUrl: 'https://127.0.0.1:1/api', ...PSU });
    const { code, failed } = await doctor(home);
    expect({ code, names: failed.map(({ name }) => name) }).toEqual({ code: 6, names: ['bank'] });
    expect(failed[0]?.remedy).not.toBe('');
  });

  // Without it the profile that is shown is another, which is in order.
  it('names the profile in a remedy that is a command, where another is in use', async () => {
    const failing = await servedBank('/api', () => async () => ({
      ...{ status: 503, headers: [], body: Buffer.from('{"tppMessages":[{"code":"SYSTEM_ERROR"}]}') },
    }));
    const home = await homeAt(failing, PSU);
    const settings = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'));
    writeSettings(home, JSON.stringify({ ...settings, profile: 'offline' }));
    const { failed } = await doctor(home, { args: ['--profile', 'served'] });
    expect(failed).toMatchObject([{ name: 'bank', remedy: 'psd2 profile show --profile served' }]);
  });

  it('names a certificate for mutual TLS without its key', async () => {
    const home = await remoteHome();
    const tls = { tlsCertFile: profileFiles(home).certFile };
    writeProfile(home, { baseUrl: 'https://127.0.0.1:1/api', ...PSU, ...tls });
    const { failed } = await doctor(home);
    expect(failed).toMatchObject([{ name: 'tls', remedy: expect.stringContaining('tlsKeyFile') }]);
  });

  it('prints nothing of a passphrase or a key', async () => {
    const home = await remoteHome();
    const passphraseFile = join(home, 'passphrase');
    writeFileSync(passphraseFile, 'hemmelig-4711', { mode: 0o600 });
    writeProfile(home, { baseUrl: 'https://127.0.0.1:1/api', ...PSU, passphraseFile });
    const { stdout, stderr } = await psd2(['doctor', '--json'], { home });
    const secret = readFileSync(profileFiles(home).keyFile, 'latin1').split('\n')[2] ?? '';
    expect([stdout + stderr].filter((text) => text.includes('hemmelig') || text.includes(secret))).toEqual(
      [],
    );
  });
});
