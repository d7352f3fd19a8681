import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';
import { homeAt, profileFiles, remoteHome, servedBank, writeProfile } from '../support/remote-home.ts';
import { atTerminal } from '../support/terminal.ts';

const PSU = { psuIpAddress: '192.0.2.1' };
const CREATE = [
  ...[
    'payments',
    'create',
    '--domestic',
    '--amount',
    '100.50',
    '--currency',
    'NOK',
    '--to-name',
    'Ola Eksempel',
  ],
  ...['--to-bban', '99901271948', '--from-bban', '99901067291', '--message', 'Rent', '--country', 'NO'],
];

/** A signer of OpenSSL, as a program of the user's; it keeps what it was given to sign. */
function signerOf(home: string, more = ''): string {
  const path = join(home, 'sign with key.sh');
  const key = profileFiles(home).keyFile;
  const script = `#!/bin/sh\n${more}tee '${home}/signed' | openssl dgst -sha256 -sign "$1" | base64\n`;
  writeFileSync(path, script, { mode: 0o700 });
  return `exec:"${path}" ${key}`;
}

describe('a production bank [C-typed-amount, C-production-refused, S10-typed-amount, S10-write-named]', () => {
  async function live() {
    const bank = await servedBank();
    const home = await homeAt(bank, { ...PSU, bank: undefined, operatorUrl: undefined });
    const run = (line: readonly string[], env = {}) => psd2(line, { home, env });
    return { bank, home, run, host: new URL(bank.url).host };
  }

  it('is paid at only when the amount is typed once more, on the command line alone', async () => {
    const { bank, run, host } = await live();
    const untyped = await run([...CREATE, '--json'], { PSD2_CONFIRM_AMOUNT: '100.50' });
    expect(untyped.code).toBe(2);
    expect(JSON.parse(untyped.stdout).error).toMatchObject({
      code: 'INPUT_MISSING',
      missing: ['--confirm-amount'],
    });
    for (const other of ['100.5', '1100.50', '']) {
      const mistyped = await run([...CREATE, `--confirm-amount=${other}`]);
      expect({ code: mistyped.code, stderr: mistyped.stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('what would be paid is 100.50 NOK'),
      });
    }
    expect(bank.requests).toEqual([]);
    const { code, stderr } = await run([...CREATE, '--confirm-amount', '100.50', '--quiet']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Profile served at ${host}: create payment.\n` });
    expect(bank.requests).toHaveLength(1);
  });

  it('is paid the sum of a bulk', async () => {
    const { run } = await live();
    const rows = ['Ola,99901271948,100.50,NOK,NO,Rent', 'Kari,99901271948,0.05,NOK,NO,Key'];
    const csv = ['to-name,to-bban,amount,currency,country,message', ...rows].join('\n');
    const line = ['payments', 'create', '--bulk', '--from-bban', '99901067291', '--file', '-'];
    const { home } = await live();
    const asked = await psd2([...line, '--json'], { home, input: csv });
    expect(JSON.parse(asked.stdout).error.hint).toContain('100.55 NOK');
    expect((await run(['payments', 'status', 'xyz'])).code).toBe(3);
  });

  it('is not paid what nobody can read', async () => {
    const { home } = await live();
    const line = [
      'payments',
      'create',
      '--domestic',
      '--file',
      '-',
      '--no-local-checks',
      '--confirm-amount',
      '1',
    ];
    const { code, stderr } = await psd2(line, { home, input: '{"instructedAmount": 7}' });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("can't be read: nobody can confirm"),
    });
  });

  it.each([
    ['sandbox init', 'sandbox data'],
    ['sandbox clock advance 1h', 'operator'],
    ['sca approve xyz', 'operator who plays the PSU'],
    ['payments create --domestic --example', 'accounts to make an example of'],
  ])('has nothing for %s', async (line, what) => {
    const { bank, run } = await live();
    const { code, stderr } = await run(line.split(' '));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`names a production bank, which has no ${what}`),
    });
    expect(bank.requests).toEqual([]);
  });

  it('asks the person who is there, who may say no', async () => {
    const { bank, home } = await live();
    const no = await atTerminal(CREATE, [['100.50 NOK would be paid', '100\r']], { home });
    expect(no.code).toBe(2);
    expect(bank.requests).toEqual([]);
    const yes = await atTerminal(CREATE, [['Type the amount', '100.50\r']], { home });
    expect(yes.code).toBe(0);
    expect(bank.requests).toHaveLength(1);
  });
});

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
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
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
        stderr: expect.stringContaining(
          'The key of profile served signs for https://bank.example/api alone.',
        ),
      });
    }
  });

  it('refuses a key that others can read', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    chmodSync(profileFiles(home).keyFile, 0o640);
    const { code, stderr } = await psd2(CREATE, { home });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('chmod 600') });
    expect(bank.requests).toEqual([]);
  });

  it('has a PKCS #12 file for certificate and key, and its passphrase in a file', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, PSU);
    const passphrase = join(home, 'passphrase');
    writeFileSync(passphrase, 'right\n', { mode: 0o600 });
    const made = [
      'cert',
      'create',
      '--format',
      'p12',
      '--out',
      join(home, 'seal'),
      '--passphrase-file',
      passphrase,
    ];
    expect((await psd2(made, { home, env: { PSD2_PROFILE: 'offline' } })).code).toBe(0);
    const profile = { baseUrl: bank.url, ...PSU, certFile: 'seal.p12', keyFile: undefined };
    // Relative to the settings file.
    writeProfile(home, { ...profile, passphraseFile: 'passphrase' });
    expect((await psd2(CREATE, { home })).code).toBe(0);
    const inspected = await psd2(['cert', 'inspect', '--json'], { home });
    expect(JSON.parse(inspected.stdout).type).toBe('seal');
  });
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
    ['another key', 'printf other | ', 'does not verify with the certificate; nothing was sent.'],
    ['no Base64', 'echo "no signature"; exit 0; ', 'printed something that is not a signature in Base64.'],
    [
      'a failure',
      'echo "token is locked" >&2; exit 3; ',
      'ended with exit code 3: token is locked. Nothing was sent.',
    ],
    ['too much', 'head -c 100000 /dev/zero; ', 'printed more than 64 KiB'],
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

  it('is not where the profile does not say', async () => {
    const bank = await servedBank();
    const home = await remoteHome();
    writeProfile(home, { baseUrl: bank.url, ...PSU });
    const { code, stderr } = await psd2([...CREATE, '--sca', 'approve'], { home });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('operatorUrl and operatorTokenFile'),
    });
    expect(bank.requests).toEqual([]);
    const example = ['payments', 'create', '--periodic', '--example'];
    expect((await psd2(example, { home })).code).toBe(0);
  });

  it.each([
    ['of another time', 'old-token', 2, "refused the operator's token"],
    ['that is none', '', 2, 'holds no token'],
    ['that is absent', undefined, 2, 'holds no token'],
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
