import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCertificateFile } from '../../src/certificates/certificate-file.ts';
import { isEncrypted, readPrivateKey } from '../../src/certificates/private-key.ts';
import { soon } from '../signing/soon.ts';
import { pemOf, rsaKeys } from '../support/keys.ts';
import { openssl, writeIn } from '../support/openssl.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-key-'));
const LEGACY = ['-provider', 'legacy', '-provider', 'default'];

beforeAll(() => {
  writeIn(folder, 'rsa.pem', pemOf(rsaKeys().privateKey));
  openssl(folder, ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'ec.pem']);
  openssl(folder, ['genpkey', '-algorithm', 'ED25519', '-out', 'ed.pem']);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs openssl with the RSA key as input and reads the only key of what it wrote. */
function made(...args: readonly string[]) {
  openssl(folder, [...args, '-out', 'made'], { PASS: 'sæcret' });
  return blockIn('made');
}

function blockIn(name: string) {
  const reading = parseCertificateFile(readFileSync(join(folder, name)));
  if (reading.kind !== 'contents') throw new Error(JSON.stringify(reading));
  expect(reading.contents.certificates).toEqual([]);
  expect(reading.contents.keys).toHaveLength(1);
  return reading.contents.keys[0]!;
}

function keyOf(name: string) {
  return createPrivateKey(readFileSync(join(folder, name)));
}

describe('private keys as openssl writes them [A-private-key-forms]', () => {
  it.each([
    ['PKCS #8', ['pkcs8', '-topk8', '-nocrypt', '-in', 'rsa.pem']],
    ['PKCS #8 in DER', ['pkcs8', '-topk8', '-nocrypt', '-in', 'rsa.pem', '-outform', 'DER']],
    ['PKCS #1', ['rsa', '-in', 'rsa.pem', '-traditional']],
    ['PKCS #1 in DER', ['rsa', '-in', 'rsa.pem', '-traditional', '-outform', 'DER']],
  ])('reads %s', (_, args) => {
    const block = made(...args);
    const reading = readPrivateKey(block, undefined);
    expect(reading.ok && reading.key.equals(keyOf('rsa.pem'))).toBe(true);
    expect(isEncrypted(block)).toBe(false);
  });

  it.each([
    ['PKCS #8 with AES-256', ['pkcs8', '-topk8', '-in', 'rsa.pem', '-passout', 'env:PASS']],
    ['the same in DER', ['pkcs8', '-topk8', '-in', 'rsa.pem', '-passout', 'env:PASS', '-outform', 'DER']],
    [
      'AES-128 and SHA-512',
      [
        ...['pkcs8', '-topk8', '-in', 'rsa.pem', '-v2', 'aes128', '-v2prf', 'hmacWithSHA512'],
        ...['-passout', 'env:PASS'],
      ],
    ],
    ['3DES in PBES2', ['pkcs8', '-topk8', '-in', 'rsa.pem', '-v2', 'des3', '-passout', 'env:PASS']],
    [
      '3DES of PKCS #12',
      ['pkcs8', '-topk8', '-in', 'rsa.pem', '-v1', 'PBE-SHA1-3DES', '-passout', 'env:PASS'],
    ],
    ['the form of PEM of old', ['rsa', '-in', 'rsa.pem', '-traditional', '-aes256', '-passout', 'env:PASS']],
    [
      'the form of PEM of old with 3DES',
      ['rsa', '-in', 'rsa.pem', '-traditional', '-des3', '-passout', 'env:PASS'],
    ],
  ])('opens %s with its passphrase, and tells a wrong one from a missing one', (_, args) => {
    const block = made(...args);
    const reading = readPrivateKey(block, 'sæcret');
    expect(reading.ok && reading.key.equals(keyOf('rsa.pem'))).toBe(true);
    expect(isEncrypted(block)).toBe(true);
    expect(readPrivateKey(block, 'secret')).toMatchObject({ ok: false, fault: 'passphrase-wrong' });
    expect(readPrivateKey(block, undefined)).toMatchObject({ ok: false, fault: 'passphrase-missing' });
  });

  // One in 256 decrypts to something that is padded rightly, and OpenSSL then calls the key unsupported.
  it.each(['-aes256', '-des3'])('tells each of 2,000 wrong passphrases of a PEM of old with %s', (cipher) => {
    const block = made('rsa', '-in', 'rsa.pem', '-traditional', cipher, '-passout', 'env:PASS');
    const faults = Array.from({ length: 2000 }, (_, at) => {
      const reading = readPrivateKey(block, `wrong-${at}`);
      return reading.ok ? 'opened' : reading.fault;
    });
    expect(new Set(faults)).toEqual(new Set(['passphrase-wrong']));
  });

  it.each(['ec.pem', 'ed.pem'])('reads a key of another algorithm, %s, to compare it', (name) => {
    const reading = readPrivateKey(blockIn(name), undefined);
    expect(reading.ok && reading.key.equals(keyOf(name))).toBe(true);
  });

  it('leaves keys alone whose curve is written out, or that do not sign', () => {
    const explicit = ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-param_enc', 'explicit'];
    expect(readPrivateKey(made(...explicit), undefined)).toMatchObject({ ok: false, fault: 'key-kind' });
    const x25519 = made('genpkey', '-algorithm', 'X25519');
    expect(readPrivateKey(x25519, undefined)).toMatchObject({ ok: false, fault: 'key-kind' });
  });
});

describe('private keys that are not opened [A-private-key-forms, S12-pkcs12-iterations]', () => {
  it('are those with more than 600,000 iterations, before any is done', () => {
    const block = made('pkcs8', '-topk8', '-in', 'rsa.pem', '-iter', '600001', '-passout', 'env:PASS');
    const reading = soon(() => readPrivateKey(block, 'sæcret'), 100);
    expect(reading).toMatchObject({ ok: false, fault: 'iterations' });
  });

  it.each([
    ['scrypt', ['pkcs8', '-topk8', '-in', 'rsa.pem', '-scrypt', '-passout', 'env:PASS']],
    [
      'MD5 and DES',
      ['pkcs8', '-topk8', '-in', 'rsa.pem', '-v1', 'PBE-MD5-DES', '-passout', 'env:PASS', ...LEGACY],
    ],
    [
      'RC2',
      ['pkcs8', '-topk8', '-in', 'rsa.pem', '-v1', 'PBE-SHA1-RC2-40', '-passout', 'env:PASS', ...LEGACY],
    ],
  ])('are those with %s, which is named', (named, args) => {
    expect(readPrivateKey(made(...args), 'sæcret')).toMatchObject({
      ok: false,
      fault: 'unsupported',
      reason: expect.stringContaining(named),
    });
  });

  it('are written anew by the command that is told', () => {
    made('pkcs8', '-topk8', '-in', 'rsa.pem', '-v1', 'PBE-MD5-DES', '-passout', 'env:PASS', ...LEGACY);
    const passphrases = ['-passin', 'env:PASS', '-passout', 'env:PASS'];
    const args = ['pkey', ...LEGACY, '-in', 'made', '-aes256', '-out', 'anew.pem', ...passphrases];
    openssl(folder, args, { PASS: 'sæcret' });
    const reading = readPrivateKey(blockIn('anew.pem'), 'sæcret');
    expect(reading.ok && reading.key.equals(keyOf('rsa.pem'))).toBe(true);
  });

  it('are damaged ones', () => {
    for (const bytes of [new Uint8Array(), Buffer.from('3000', 'hex'), Buffer.alloc(100, 0x30)]) {
      for (const label of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'ENCRYPTED PRIVATE KEY']) {
        expect(readPrivateKey({ label, der: bytes }, 'x').ok).toBe(false);
      }
    }
    writeIn(
      folder,
      'cut.pem',
      readFileSync(join(folder, 'rsa.pem'), 'utf8').replace(/.{10}\n(?=.{64}\n)/, '\n'),
    );
    expect(parseCertificateFile(readFileSync(join(folder, 'cut.pem')))).toMatchObject({ kind: 'damaged' });
  });
});
