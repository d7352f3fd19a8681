import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';
import {
  CREATE,
  homeAt,
  OPERATOR_TOKEN,
  PSU,
  profileFiles,
  remoteHome,
  servedBank,
  writeProfile,
} from '../support/remote-home.ts';

/** A signer of OpenSSL, as a program of the user's; it keeps what it was given to sign. */
function signerOf(home: string, more = ''): string {
  const path = join(home, 'sign with key.sh');
  const key = profileFiles(home).keyFile;
  const script = `#!/bin/sh\n${more}tee '${home}/signed' | openssl dgst -sha256 -sign "$1" | base64\n`;
  writeFileSync(path, script, { mode: 0o700 });
  return `exec:"${path}" ${key}`;
}

describe('a bank elsewhere [D13-profile, S10-psu-ip, S10-key-for-base-url]', () => {
  it('is not told an address that nobody gave', async () => {
    const bank = await servedBank();
    const { code, stderr } = await psd2(CREATE, { home: await homeAt(bank) });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('PSU-IP-Address is required'),
    });
    const given = await psd2([...CREATE, '--psu-ip', '192.0.2.9'], { home: await homeAt(bank) });
    expect(given.code).toBe(0);
  });

  it('makes nothing here but the ledger', async () => {
    const home = await homeAt(await servedBank(), PSU);
    expect((await psd2(CREATE, { home })).code).toBe(0);
    expect(readdirSync(join(home, 'served')).filter((name) => !name.startsWith('client.db'))).toEqual([]);
    expect(existsSync(join(home, 'offline', 'bank.db'))).toBe(false);
  });

  it('is what its key signs for, and nothing else', async () => {
    const home = await remoteHome();
    writeProfile(home, { baseUrl: 'https://bank.example/api' });
    const sign = (url: string) => psd2(['sign', 'GET', url, '--format', 'signing-string'], { home });
    expect((await sign('https://bank.example/api/v1/accounts')).code).toBe(0);
    for (const url of [
      'https://other.example/api/v1',
      'https://bank.example/api/../v1',
      'http://bank.example/api/v1',
    ]) {
      const { code, stderr } = await sign(url);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining("Profile served's key only signs for https://bank.example/api."),
      });
    }
  });

  it.each(['keyFile', 'tlsKeyFile'])('refuses a key that others can read: %s', async (member) => {
    const bank = await servedBank();
    const { certFile, keyFile } = profileFiles(await remoteHome());
    const home = await homeAt(bank, { ...PSU, tlsCertFile: certFile, [member]: keyFile });
    chmodSync(keyFile, 0o640);
    const { code, stderr } = await psd2(CREATE, { home });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('chmod 600') });
    expect(bank.requests).toEqual([]);
  });

  it('has a PKCS #12 file for certificate and key, and its passphrase in a file', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    writeFileSync(join(home, 'passphrase'), 'right\n', { mode: 0o600 });
    const { certFile, keyFile } = profileFiles(home);
    const files = [
      '-in',
      certFile,
      '-inkey',
      keyFile,
      '-passout',
      'pass:right',
      '-out',
      join(home, 'seal.p12'),
    ];
    execFileSync('openssl', ['pkcs12', '-export', ...files]);
    chmodSync(join(home, 'seal.p12'), 0o600);
    const profile = { baseUrl: bank.url, ...PSU, certFile: 'seal.p12', keyFile: undefined };
    // Relative to the settings file.
    writeProfile(home, { ...profile, passphraseFile: 'passphrase' });
    expect((await psd2(CREATE, { home })).code).toBe(0);
    const inspected = await psd2(['cert', 'inspect', '--json'], { home });
    expect(JSON.parse(inspected.stdout).type).toBe('seal');
  });
});

it('a request shown as a curl command is taken by the bank and by its operator as it stands [C-curl]', async () => {
  const home = await homeAt(await servedBank(), PSU);
  const answerTo = async (...args: readonly string[]) => {
    const { stdout } = await psd2([...args, '--curl'], { home });
    expect(stdout).not.toContain(OPERATOR_TOKEN);
    return JSON.parse((await promisify(execFile)('bash', ['-c', stdout])).stdout);
  };
  expect(await answerTo(...CREATE)).toMatchObject({ transactionStatus: 'RCVD' });
  expect(await answerTo('sandbox', 'clock', 'show')).toMatchObject({ offsetSeconds: 0 });
});

describe('a signer in place of a key [D13-signer]', () => {
  it('is given the signing string and nothing of a shell, and what it signs is taken', async () => {
    const bank = await servedBank();
    const home = await remoteHome();
    writeProfile(home, { baseUrl: bank.url, ...PSU, keyFile: undefined, signer: signerOf(home) });
    expect((await psd2(CREATE, { home })).code).toBe(0);
    expect(readFileSync(join(home, 'signed'), 'utf8')).toMatch(
      /^date: .*\ndigest: SHA-256=.*\nx-request-id: /,
    );
    const url = `${bank.url}/v1/accounts`;
    expect((await psd2(['sign', 'GET', url], { home })).stdout).toContain('Signature: ');
    const broken = await psd2(['sign', 'GET', url, '--break', 'signature-hash/sha1'], { home });
    expect({ code: broken.code, stderr: broken.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--break needs the key itself'),
    });
  });

  it.each([
    ['another key', 'printf other | ', "doesn't verify with the certificate. Nothing was sent."],
    ['no Base64', 'echo "no signature"; exit 0; ', "printed something that isn't a Base64 signature."],
    [
      'a failure',
      'echo "token is locked" >&2; exit 3; ',
      'ended with exit code 3: token is locked. Nothing was sent.',
    ],
    ['too much', 'head -c 100000 /dev/zero; ', 'printed more than 64 KiB'],
    ['too much and ends well', 'head -c 66000 /dev/zero; exit 0; ', 'printed more than 64 KiB'],
  ])('that makes %s sends nothing', async (_, more, words) => {
    const bank = await servedBank();
    const home = await remoteHome();
    writeProfile(home, { baseUrl: bank.url, ...PSU, keyFile: undefined, signer: signerOf(home, more) });
    const { code, stderr } = await psd2(CREATE, { home });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
    expect(bank.requests).toEqual([]);
  });

  it('that is not there sends nothing', async () => {
    const bank = await servedBank();
    const home = await remoteHome();
    const signer = 'exec:psd2-no-such-signer --pin 1234';
    writeProfile(home, { baseUrl: bank.url, ...PSU, keyFile: undefined, signer });
    const { code, stderr } = await psd2(CREATE, { home });
    expect(code).toBe(2);
    expect(stderr).toContain('The signer psd2-no-such-signer was not found. Nothing was sent.');
    expect(stderr).not.toContain('1234');
  });

  it('is no matter of a project file', async () => {
    const home = await remoteHome();
    writeProfile(home, { baseUrl: 'https://bank.example' });
    writeFileSync(join(home, 'psd2.config.json'), JSON.stringify({ signer: 'exec:sign' }));
    const { code, stderr } = await psd2(['profile', 'show'], { home, cwd: home });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('"signer" can\'t be set here'),
    });
  });
});

describe('the operator of a bank elsewhere [D11-operator-elsewhere, S11-operator-token]', () => {
  it('is asked at its own port, with its token', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    const advanced = await psd2(['sandbox', 'clock', 'advance', '1h', '--json'], { home });
    expect(JSON.parse(advanced.stdout)).toMatchObject({ offsetSeconds: 3600, _meta: { profile: 'served' } });
    const paid = await psd2([...CREATE, '--sca', 'approve', '--json'], { home });
    expect(JSON.parse(paid.stdout)._meta.sca.scaStatus).toBe('FINALISED');
    expect(bank.requests.filter(({ target }) => target.includes('/operator/'))).toEqual([]);
  });

  it('is seen with the bank, at its own address and without its token', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    const har = join(home, 'seen.har');
    const line = [...CREATE, '--sca', 'approve', '--verbose', '--har-full', har];
    const { code, stderr } = await psd2(line, { home });
    expect(code).toBe(0);
    const { log } = JSON.parse(readFileSync(har, 'utf8'));
    const urls: string[] = log.entries.map(({ request }: { request: { url: string } }) => request.url);
    expect(urls.filter((url) => url.startsWith(`${bank.operatorUrl}/operator/`))).toHaveLength(1);
    expect(urls.filter((url) => url.startsWith(`${bank.url}/v1/`))).toHaveLength(urls.length - 1);
    expect(stderr + readFileSync(har, 'utf8')).not.toContain(OPERATOR_TOKEN);
  });

  it('is not where the profile does not say', async () => {
    const bank = await servedBank();
    const home = await remoteHome();
    writeProfile(home, { baseUrl: bank.url, ...PSU });
    const example = ['payments', 'create', '--periodic', '--example'];
    for (const line of [CREATE, example]) {
      const { code, stderr } = await psd2([...line, '--sca', 'approve'], { home });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('operatorUrl and operatorTokenFile'),
      });
    }
    expect(bank.requests).toEqual([]);
    expect((await psd2(example, { home })).code).toBe(0);
  });

  it.each([
    ['of another time', 'old-token', 2, 'refused the operator token'],
    ['that is none', '', 2, "doesn't contain the operator's token"],
    ['that is absent', undefined, 2, "doesn't contain the operator's token"],
  ])('takes no token %s', async (_, token, exit, words) => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    const { operatorTokenFile } = profileFiles(home);
    const other = join(home, 'other.token');
    if (token !== undefined) writeFileSync(other, token, { mode: 0o600 });
    writeProfile(home, { baseUrl: bank.url, operatorUrl: bank.operatorUrl, operatorTokenFile: other });
    const { code, stderr } = await psd2(['sandbox', 'clock', 'show'], { home });
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(words) });
    expect(stderr).not.toContain(readFileSync(operatorTokenFile, 'utf8'));
  });
});
