import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readContents } from './contents.ts';
import { DerError, decodeDer } from './der.ts';
import { derKind } from './der-kind.ts';
import { readPem } from './pem.ts';
import { isEncrypted, readPrivateKey } from './private-key.ts';
import { type PublicKey, readPublicKey } from './public-key.ts';

/** The RSA public key of a file, or why there is none: `reason` completes "has no usable key: …". */
export type PublicKeyReading =
  | { readonly ok: true; readonly key: PublicKey; readonly isOfPrivateKey: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the public key of a file: PEM or DER of a SubjectPublicKeyInfo or of PKCS #1, a JWK, a JWKS with one key, a
 * certificate. Of a private key only its public half is taken. Never throws on any bytes.
 * @see G5-public-key-files
 */
export function readPublicKeyFile(bytes: Uint8Array): PublicKeyReading {
  try {
    const text = Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim();
    const reading = text.startsWith('{') ? jsonKey(text) : (pemKey(text) ?? derKey(bytes));
    return reading.ok && reading.key.keyType !== 'rsa' ? refused("it isn't an RSA key") : reading;
  } catch (error) {
    if (error instanceof DerError) return refused(error.message);
    throw error;
  }
}

function refused(reason: string): PublicKeyReading {
  return { ok: false, reason };
}

function found(key: PublicKey, isOfPrivateKey = false): PublicKeyReading {
  return { ok: true, key, isOfPrivateKey };
}

/** Undefined when there is no PEM block. */
function pemKey(text: string): PublicKeyReading | undefined {
  if (!text.includes('-----BEGIN ')) return undefined;
  const reading = readPem(text);
  if (!reading.ok) return refused(reading.reason);
  const block = reading.blocks.find(({ label }) => /^(?:RSA )?PUBLIC KEY$/.test(label));
  return block === undefined ? contentsKey(Buffer.from(text)) : derKey(block.der);
}

function derKey(der: Uint8Array): PublicKeyReading {
  if (derKind(der) !== 'public-key') return contentsKey(der);
  const node = decodeDer(der);
  const [modulus, second] = node.children;
  // RSAPublicKey (RFC 8017 A.1.1) has two numbers.
  if (second?.tag !== modulus?.tag) return found(readPublicKey(node));
  if ((modulus?.bytes.length ?? 0) > MAX_MODULUS_BYTES) return refused('its modulus is too long');
  return imported(() => createPublicKey({ key: Buffer.from(der), format: 'der', type: 'pkcs1' }));
}

const MAX_MODULUS_BYTES = 2049;

function imported(make: () => KeyObject, isOfPrivateKey = false): PublicKeyReading {
  let key: KeyObject;
  try {
    key = make();
  } catch {
    return refused("it isn't a key that can be used");
  }
  return found(readPublicKey(decodeDer(key.export({ type: 'spki', format: 'der' }))), isOfPrivateKey);
}

/** The key of a certificate, or the public half of a private key. */
function contentsKey(bytes: Uint8Array): PublicKeyReading {
  const reading = readContents(bytes);
  if (reading.kind === 'damaged') return refused(reading.reason);
  if (reading.kind === 'foreign') return refused(`it's ${reading.file.what}`);
  if (reading.kind === 'pkcs12') return refused("it's a PKCS #12 file");
  const { certificates, keys } = reading.contents;
  const [certificate] = certificates;
  const [block] = keys;
  if (certificate !== undefined) return found(certificate);
  if (block === undefined) return refused('it has no key');
  if (isEncrypted(block)) return refused("it's an encrypted private key");
  const opened = readPrivateKey(block, undefined);
  if (!opened.ok) return refused(opened.reason);
  return imported(() => createPublicKey(opened.key), true);
}

function jsonKey(text: string): PublicKeyReading {
  let parsed: { readonly keys?: unknown };
  try {
    parsed = JSON.parse(text);
  } catch {
    return refused("it isn't JSON that can be read");
  }
  const { keys } = parsed;
  if (!Array.isArray(keys)) return jwk(parsed);
  const [key]: readonly unknown[] = keys;
  if (keys.length !== 1) return refused(`its JWKS has ${keys.length} keys, not one`);
  return typeof key === 'object' && key !== null ? jwk(key) : refused('its JWKS holds no key');
}

/** Only the public members are looked at (RFC 7518 6.3.1). */
function jwk(members: object): PublicKeyReading {
  const { kty, n, e, d } = members as JsonWebKey;
  if (kty === undefined) return refused("it's JSON without kty, so no JWK");
  if (kty !== 'RSA') return refused(`it's a JWK with kty ${JSON.stringify(kty)}, not RSA`);
  if (typeof n !== 'string' || typeof e !== 'string' || n.length > MAX_MODULUS_CHARACTERS)
    return refused('its JWK has no modulus n or exponent e that can be read');
  return imported(() => createPublicKey({ key: { kty, n, e }, format: 'jwk' }), d !== undefined);
}

/** Base64url of 16384 bits. */
const MAX_MODULUS_CHARACTERS = 2732;
