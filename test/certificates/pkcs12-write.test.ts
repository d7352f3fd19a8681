import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPkcs12, writePkcs12 } from '../../src/certificates/pkcs12.ts';
import { makeCertificate, openssl, writeIn } from '../support/openssl.ts';

const folder = mkdtempSync(join(tmpdir(), 'psd2-p12-'));
let certificate: Buffer;
let key: ReturnType<typeof createPrivateKey>;

beforeAll(() => {
  makeCertificate(folder, 'one');
  certificate = new X509Certificate(readFileSync(join(folder, 'one.pem'))).raw;
  writeIn(folder, 'one.der', certificate);
  key = createPrivateKey(readFileSync(join(folder, 'one.key.pem')));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function opened(bytes: Uint8Array, passphrase: string) {
  const reading = await readPkcs12(bytes, passphrase);
  if (!reading.ok) throw new Error(`${reading.fault}: ${reading.reason}`);
  return reading;
}

describe('writing PKCS #12 [G5-pkcs12-export]', () => {
  const request = () => ({
    privateKey: key,
    certificates: [certificate],
    passphrase: 'sæcret 𝄞',
    friendlyName: 'Sørlandet segl',
  });

  /** Written once: 100,000 iterations take a while. */
  let written: Buffer;
  beforeAll(() => {
    written = writePkcs12(request());
  });

  it('is read by openssl, with AES-256 and a seal of SHA-256', () => {
    writeIn(folder, 'ours.p12', written);
    const args = ['pkcs12', '-in', 'ours.p12', '-info', '-noenc', '-passin', 'env:PASS'];
    const printed = openssl(folder, args, { PASS: 'sæcret 𝄞' });
    expect(printed).toContain('MAC: sha256, Iteration 100000');
    expect(printed.match(/PBES2, PBKDF2, AES-256-CBC, Iteration 100000, PRF hmacWithSHA256/g)).toHaveLength(
      2,
    );
    const fingerprint = openssl(folder, ['dgst', '-sha1', 'one.der']).match(/[0-9a-f]{40}/)?.[0];
    const localKeyIds = [...printed.matchAll(/localKeyID: ([0-9A-F ]+)/g)].map(([, id]) =>
      id!.replaceAll(' ', '').toLowerCase(),
    );
    expect(localKeyIds).toEqual([fingerprint, fingerprint]);
    writeIn(folder, 'back.pem', printed.slice(printed.indexOf('-----BEGIN PRIVATE KEY')));
    expect(createPrivateKey(readFileSync(join(folder, 'back.pem'))).equals(key)).toBe(true);
  });

  it('is taken by node:tls, and with another passphrase is not', () => {
    expect(() => createSecureContext({ pfx: written, passphrase: 'sæcret 𝄞' })).not.toThrow();
    expect(() => createSecureContext({ pfx: written, passphrase: 'secret' })).toThrow('mac verify failure');
  });

  it('is read again by ourselves, with a chain', async () => {
    const reading = await opened(
      writePkcs12({ ...request(), certificates: [certificate, certificate] }),
      'sæcret 𝄞',
    );
    expect(reading).toMatchObject({ isOld: false });
    expect(reading.certificates).toHaveLength(2);
    expect(reading.keys[0]?.equals(key)).toBe(true);
  });

  it('differs each time, and holds nothing of the key in the clear', () => {
    expect(writePkcs12(request()).equals(written)).toBe(false);
    const prime = Buffer.from(key.export({ format: 'jwk' }).p ?? '', 'base64url');
    expect(prime.length).toBe(128);
    expect(written.includes(prime)).toBe(false);
  });
});
