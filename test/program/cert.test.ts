import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate, makePkcs12, openssl } from '../support/openssl.ts';
import { emptyFolder, type Given, psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';
import { atTerminal } from '../support/terminal.ts';

/** One home for all: making its keys is what costs. */
const root = mkdtempSync(join(tmpdir(), 'psd2-cert-'));
const home = join(root, 'home');
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folder: string;
beforeEach(() => {
  folder = emptyFolder();
});

function run(args: readonly string[], given: Given = {}) {
  return psd2(['cert', ...args], { home, cwd: folder, ...given });
}

async function json(args: readonly string[], given: Given = {}) {
  const { code, stdout, stderr } = await run([...args, '--json'], given);
  return { code, stderr, value: JSON.parse(stdout) };
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const contents = (path: string) =>
  readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]);

describe('psd2 cert create [C-cert-create, S8-files-0600, S8-files-folders, S8-key-not-overwritten]', () => {
  it('makes a certificate that openssl verifies, with its own key, and files of ours alone', async () => {
    const { code, value } = await json(['create', '--out', 'certs/', '--roles', 'PSP_AI']);
    expect(code).toBe(0);
    expect(value.files).toMatchObject({ certificate: 'certs/seal.pem', key: 'certs/seal.key.pem' });
    // The suite's clock may be moved; openssl's never is.
    const seconds = String(Math.floor(Date.now() / 1000));
    expect(
      openssl(
        folder,
        `verify -x509_strict -attime ${seconds} -CAfile ${value.files.ca} certs/seal.pem`.split(' '),
      ),
    ).toContain('OK');
    const [ofCertificate, ofKey] = [
      openssl(folder, ['x509', '-in', 'certs/seal.pem', '-noout', '-pubkey']),
      openssl(folder, ['pkey', '-in', 'certs/seal.key.pem', '-pubout']),
    ];
    expect(ofKey).toBe(ofCertificate);
    expect(mode(join(folder, 'certs'))).toBe('700');
    expect(readdirSync(join(folder, 'certs')).map((name) => mode(join(folder, 'certs', name)))).toEqual([
      '600',
      '600',
      '600',
    ]);
    const chain = openssl(folder, ['crl2pkcs7', '-nocrl', '-certfile', 'certs/seal.chain.pem']);
    expect(chain).toContain('BEGIN PKCS7');
    const serial = openssl(folder, ['x509', '-in', 'certs/seal.pem', '-noout', '-serial']).trim();
    expect(serial).toBe(`serial=${value.serial}`);
  });

  it('overwrites nothing, neither a file nor the keys of the home', async () => {
    await run(['create']);
    const keys = join(home, 'offline', 'keys');
    const before = [contents(keys), contents(folder)];
    expect((await json(['create'])).value.error).toMatchObject({ code: 'INPUT_INVALID', exitCode: 2 });
    expect((await run(['create', '--out', 'other'])).code).toBe(0);
    expect(contents(keys)).toEqual(before[0]);
    expect(contents(folder).filter(([name]) => !name!.startsWith('other'))).toEqual(before[1]);
  });

  it('leaves nothing behind where it can not write', async () => {
    mkdirSync(join(folder, 'taken.chain.pem'));
    expect((await run(['create', '--out', 'taken'])).code).toBe(2);
    expect(readdirSync(folder)).toEqual(['taken.chain.pem']);
    const refused = await run(['create', '--out', '/proc/nowhere/seal']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--out');
  });

  it('writes PKCS #12 that openssl opens, with key and chain, and no key in the clear', async () => {
    writeFileSync(join(folder, 'pass'), 'sæcret\n', { mode: 0o600 });
    const { code, stderr } = await run('create --format p12 --passphrase-file pass --type qwac'.split(' '));
    expect(code).toBe(0);
    expect(stderr).not.toContain('sæcret');
    expect(readdirSync(folder).sort()).toEqual(['pass', 'qwac.p12']);
    const printed = openssl(folder, ['pkcs12', '-in', 'qwac.p12', '-info', '-noenc', '-passin', 'env:PASS'], {
      PASS: 'sæcret',
    });
    expect(printed.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(2);
    expect(printed).toContain('PBES2, PBKDF2, AES-256-CBC');
    const { value } = await json(['check', 'qwac.p12', '--key', 'qwac.p12'], {
      env: { PSD2_PASSPHRASE: 'sæcret' },
    });
    expect(value).toMatchObject({ ok: true, findings: [] });
  });

  it('encrypts a PEM key when a passphrase file is named', async () => {
    writeFileSync(join(folder, 'pass'), 'secret', { mode: 0o600 });
    await run(['create', '--passphrase-file', 'pass']);
    expect(readFileSync(join(folder, 'seal.key.pem'), 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(openssl(folder, ['pkey', '-in', 'seal.key.pem', '-noout', '-passin', 'file:pass'])).toBe('');
    const missing = await run(['check', 'seal.pem', '--key', 'seal.key.pem']);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--passphrase-file') });
    expect(
      (await run(['check', 'seal.pem', '--key', 'seal.key.pem', '--passphrase-file', 'pass'])).code,
    ).toBe(0);
  });

  it.each([
    ['--key-bits', '4096', '(4096 bit)'],
    ['--key-bits', '3072', '(3072 bit)'],
    ['--roles', 'PSP_AS,PSP_IC', 'PSP_IC'],
    ['--organization', 'Sørlandet Betaling', 'S\\C3\\B8rlandet Betaling'],
  ])('%s %s is in the certificate', async (flag, value, text) => {
    expect((await run(['create', flag, value])).code).toBe(0);
    expect(openssl(folder, ['x509', '-in', 'seal.pem', '-noout', '-text'])).toContain(text);
  });
});

describe('reading certificates [C-cert-inspect, C-cert-stdin, S8-passphrase, C-cert]', () => {
  it('takes PEM, DER and PKCS #12 from stdin, as bytes', async () => {
    makeCertificate(folder, 'one');
    const p12 = makePkcs12(folder, 'one');
    openssl(folder, ['x509', '-in', 'one.pem', '-outform', 'DER', '-out', 'one.der']);
    const env = { PSD2_PASSPHRASE: 'secret' };
    for (const input of [readFileSync(join(folder, 'one.pem')), readFileSync(join(folder, 'one.der')), p12]) {
      const { code, value } = await json(['inspect', '-'], { input, env });
      expect({ code, subject: value.subject }).toEqual({ code: 0, subject: 'CN=one' });
    }
  });

  it('writes the issuer as the openssl command does', async () => {
    const file = join(ROOT, 'test', 'vectors', 'eidas', 'seal.pem');
    const printed = openssl(folder, ['x509', '-in', file, '-noout', '-issuer', '-nameopt', 'RFC2253']);
    const { styles, serial } = (await json(['keyid', file])).value;
    expect(styles.openssl).toBe(`SN=${serial.hex},CA=${printed.trim().replace('issuer=', '')}`);
  });

  it('refuses stdin for two files at once', async () => {
    const { code, stderr } = await run(['check', '-', '--key', '-'], { input: 'x' });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('stdin') });
  });

  it('says which files others can read, and reads them', async () => {
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one');
    writeFileSync(join(folder, 'pass'), 'secret');
    chmodSync(join(folder, 'pass'), 0o644);
    const { code, stderr } = await run(['inspect', 'one.p12', '--passphrase-file', 'pass']);
    expect(code).toBe(0);
    expect(stderr).toContain('pass can be read by other users (mode 0644): chmod 600 pass');
  });

  it('takes the passphrase of a file before that of the environment, and names where a wrong one is from', async () => {
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one');
    writeFileSync(join(folder, 'right'), 'secret\r\n', { mode: 0o600 });
    writeFileSync(join(folder, 'wrong'), 'other', { mode: 0o600 });
    const env = { PSD2_PASSPHRASE: 'other' };
    expect((await run(['inspect', 'one.p12', '--passphrase-file', 'right'], { env })).code).toBe(0);
    expect((await run(['inspect', 'one.p12', '--passphrase-file', 'wrong'])).stderr).toContain(
      'passphrase from wrong',
    );
    expect((await run(['inspect', 'one.p12'], { env })).stderr).toContain('passphrase from PSD2_PASSPHRASE');
    expect((await run(['inspect', 'one.p12'])).stderr).toContain('needs a passphrase');
  });

  it('gives commands for what is not opened, which work', async () => {
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one', { options: ['-iter', '600001'] });
    const env = { PSD2_PASSPHRASE: 'secret' };
    const { code, value } = await json(['inspect', 'one.p12'], { env });
    expect({ code, said: value.error.code }).toEqual({ code: 2, said: 'FILE_UNREADABLE' });
    expect(value.error.hint).toContain('openssl pkcs12 -in one.p12 -noenc -out plain.pem');
    expect(value.error.hint).toContain('openssl pkcs12 -export -iter 100000 -in plain.pem -out new.p12');
    openssl(folder, ['pkcs12', '-in', 'one.p12', '-noenc', '-out', 'plain.pem', '-passin', 'pass:secret']);
    openssl(folder, 'pkcs12 -export -iter 100000 -in plain.pem -out new.p12 -passout pass:secret'.split(' '));
    expect((await run(['inspect', 'new.p12'], { env })).code).toBe(0);
  });

  it('tells a file of old how it is made new, beside the result', async () => {
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one', { options: ['-legacy'] });
    const { code, stdout, stderr } = await run(['inspect', 'one.p12'], {
      env: { PSD2_PASSPHRASE: 'secret' },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('CN=one');
    expect(stderr).toContain('openssl pkcs12 -legacy -in one.p12');
  });
});

describe('a passphrase that a person types [S8-passphrase]', () => {
  it('is asked for and not shown', async () => {
    makeCertificate(folder, 'one');
    makePkcs12(folder, 'one');
    const args = ['cert', 'inspect', 'one.p12'];
    const { code, all } = await atTerminal(args, [['Passphrase of one.p12', 'secret\r']], {
      home,
      cwd: folder,
    });
    expect(code).toBe(0);
    expect(all).toContain('CN=one');
    expect(all).not.toContain('secret');
  });

  it('is asked for twice where a file is made', async () => {
    const args = ['cert', 'create', '--format', 'p12'];
    const typed = [
      ['Passphrase for the new', 'one\r'],
      ['Repeat the passphrase', 'two\r'],
    ] as const;
    const { code, all } = await atTerminal(args, typed, { home, cwd: folder });
    expect(code).toBe(2);
    expect(all).toContain("don't match");
    expect(readdirSync(folder)).toEqual([]);
  });
});

const DAY = 86_400_000;

it('a signing certificate that ends is told of on stderr, once, by a command that signs, from 30 days before [C-expiry-warning]', async () => {
  const started = Date.UTC(2026, 10, 18, 9);
  const create = ['payments', 'create', '--domestic', '--example', '--json'];
  const home = emptyFolder();
  const pay = (days: number, ...flags: readonly string[]) =>
    psd2([...create, ...flags], { home, clockAt: started + days * DAY });
  expect((await pay(0)).stderr).not.toContain('signing certificate');
  expect((await pay(699)).stderr).not.toContain('signing certificate');
  const soon = await pay(701);
  expect(soon.code).toBe(0);
  expect(JSON.parse(soon.stdout)).toHaveProperty('paymentId');
  expect(soon.stderr.match(/seal\.pem expires in 29 days, on 2028-11-17 10:00/g)).toHaveLength(1);
  expect(soon.stderr).toContain('mv ');
  expect((await pay(731)).stderr.match(/seal\.pem expired on 2028-11-17 10:00/g)).toHaveLength(1);
  expect((await pay(701, '--quiet')).stderr).toBe('');
});
