import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPublicKeyFile } from '../../src/certificates/certificate-file.ts';
import { derCertificate } from '../support/der-certificate.ts';
import { pemOf, rsaKeys, spkiOf } from '../support/keys.ts';

const keys = rsaKeys();
const pem = (type: 'spki' | 'pkcs1') => keys.publicKey.export({ type, format: 'pem' }).toString();
const jwk = (of: KeyObject = keys.publicKey) => of.export({ format: 'jwk' });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const read = (file: string | Uint8Array) => readPublicKeyFile(Buffer.from(file));

describe('the public key of a file [G5-public-key-files]', () => {
  it.each<[string, string | Uint8Array]>([
    ['PEM', pem('spki')],
    ['PEM of PKCS #1', pem('pkcs1')],
    ['DER', spkiOf(keys)],
    ['DER of PKCS #1', keys.publicKey.export({ type: 'pkcs1', format: 'der' })],
    ['a JWK', JSON.stringify({ ...jwk(), kid: 'seal-1', use: 'sig', alg: 'RS256' })],
    ['a JWKS with one key', JSON.stringify({ keys: [jwk()] })],
    ['a certificate', derCertificate({ spki: spkiOf(keys) })],
  ])('is read from %s', (_, file) => {
    const reading = read(file);
    expect(reading).toMatchObject({
      ok: true,
      isOfPrivateKey: false,
      key: { keyType: 'rsa', keyBits: 2048 },
    });
    expect(reading.ok && reading.key.publicKey.equals(keys.publicKey)).toBe(true);
  });

  it.each<[string, string]>([
    ['PEM', pemOf(keys.privateKey)],
    ['a JWK', JSON.stringify(jwk(keys.privateKey))],
  ])('is the public half of a private key in %s, and no more of it', (_, file) => {
    const reading = read(file);
    expect(reading).toMatchObject({ ok: true, isOfPrivateKey: true });
    expect(reading.ok && reading.key.publicKey.type).toBe('public');
  });

  it.each<[string, string, RegExp]>([
    [
      'a key that is not RSA',
      elliptic.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      /isn't an RSA key/,
    ],
    ['a JWK of another kind', JSON.stringify(jwk(elliptic.publicKey)), /kty "EC", not RSA/],
    ['a JWKS with two keys', JSON.stringify({ keys: [jwk(), jwk()] }), /has 2 keys, not one/],
    ['a JWKS of nothing', '{"keys":["a"]}', /holds no key/],
    ['JSON that is cut off', '{"kty":"RSA"', /isn't JSON/],
    ['JSON that is no JWK', '{"method":"GET"}', /it's JSON without kty, so no JWK/],
    ['a JWK without its modulus', '{"kty":"RSA","e":"AQAB"}', /no modulus/],
    [
      'an encrypted private key',
      keys.privateKey
        .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
        .toString(),
      /encrypted private key/,
    ],
    ['text', 'hello', /it's/],
    ['nothing', '', /it's/],
  ])('is refused in %s', (_, file, reason) => {
    const reading = read(file);
    expect(reading.ok ? '' : reading.reason).toMatch(reason);
  });
});
