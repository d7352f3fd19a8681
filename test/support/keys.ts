import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const rsa = new Map<string, KeyPair>();

/**
 * An RSA key of 2048 bits, one for each name: made when first asked for and kept for all files of a worker, since to
 * make one takes longer than most tests.
 */
export function rsaKeys(name: 'ca' | 'own' | 'other' | 'third' | 'fourth' = 'own'): KeyPair {
  const keys = rsa.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  rsa.set(name, keys);
  return keys;
}

/** An RSA key of any size that can be read and compared, and that nobody has the other half of: its primes are not sought. */
export function rsaPublicKey(bits: number, exponent = 65_537): KeyObject {
  const modulus = randomBytes(Math.ceil(bits / 8));
  const highest = 1 << ((bits - 1) % 8);
  modulus[0] = highest | (modulus[0]! & (highest - 1));
  modulus[modulus.length - 1]! |= 1;
  const e = Buffer.from(exponent.toString(16).padStart(6, '0'), 'hex');
  const key = { kty: 'RSA', n: modulus.toString('base64url'), e: e.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

/** The key's public half as SubjectPublicKeyInfo. */
export function spkiOf({ publicKey }: Pick<KeyPair, 'publicKey'>): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** A private key as PEM, PKCS #8. */
export function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
