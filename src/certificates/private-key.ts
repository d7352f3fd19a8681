import { createDecipheriv, createPrivateKey, getCipherInfo, type KeyObject } from 'node:crypto';
import { DerError, type DerNode, decodeDer, TAG } from './der.ts';
import { childrenOf, expectTag, readOid } from './der-values.ts';
import {
  decrypt,
  formsOf,
  Iterations,
  type PassphraseForms,
  type Rc2,
  readScheme,
  type SecretFault,
  SecretRefusal,
} from './encryption.ts';
import { OID } from './oids.ts';
import { type PemBlock, writePem } from './pem.ts';
import { asBuffer } from './strings.ts';

/** A private key, or why there is none. */
export type PrivateKeyReading =
  | { readonly ok: true; readonly key: KeyObject }
  | { readonly ok: false; readonly fault: SecretFault; readonly reason: string };

/** The labels of PEM blocks that hold a private key. */
export const PRIVATE_KEY_LABELS: readonly string[] = [
  'PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
];

/** Whether a key can be read without a passphrase. */
export function isEncrypted({ label, headers = [] }: PemBlock): boolean {
  return (
    label === 'ENCRYPTED PRIVATE KEY' || headers.some((header) => /^Proc-Type:.*ENCRYPTED/i.test(header))
  );
}

/**
 * Reads a private key: PKCS #8 plain or encrypted, PKCS #1, SEC 1, and the form of PEM with `Proc-Type` of old. Never throws
 * on any bytes; how often a passphrase is hashed is looked at first.
 * @see S12-certificate-files-hostile, A-private-key-forms
 */
export function readPrivateKey(block: PemBlock, passphrase: string | undefined): PrivateKeyReading {
  try {
    if (!isEncrypted(block)) return plainKey(block.der);
    if (passphrase === undefined)
      return { ok: false, fault: 'passphrase-missing', reason: 'it is encrypted' };
    if (block.label !== 'ENCRYPTED PRIVATE KEY') return traditionalKey(block, passphrase);
    return openKey(decodeDer(block.der), formsOf(passphrase), new Iterations());
  } catch (error) {
    return refused(error);
  }
}

/**
 * Opens an EncryptedPrivateKeyInfo (RFC 5958 3).
 * @throws SecretRefusal, DerError
 */
export function openKey(
  node: DerNode,
  passphrase: PassphraseForms,
  iterations: Iterations,
  rc2?: Rc2,
): PrivateKeyReading {
  const [algorithm, data] = childrenOf(node, TAG.sequence, 'the encrypted key');
  const scheme = readScheme(algorithm, iterations);
  const encrypted = { data: expectTag(data, TAG.octetString, 'the encrypted key').bytes, scheme };
  const opened = plainKey(decrypt(encrypted, passphrase, rc2));
  // One wrong passphrase in 256 leaves something that is padded rightly and is no key.
  return opened.ok || opened.fault !== 'damaged'
    ? opened
    : { ok: false, fault: 'passphrase-wrong', reason: "the passphrase doesn't open it" };
}

/**
 * Reads a PrivateKeyInfo (RFC 5958 2), an RSAPrivateKey (RFC 8017 A.1.2) or an ECPrivateKey (RFC 5915 3).
 * @param node it as read before, where it may be BER
 */
export function plainKey(der: Uint8Array, node?: DerNode): PrivateKeyReading {
  try {
    const type = keyType(childrenOf(node ?? decodeDer(der), TAG.sequence, 'the private key'));
    if (type === undefined) return { ok: false, fault: 'key-kind', reason: "it isn't a signing key" };
    return { ok: true, key: createPrivateKey({ key: asBuffer(der), format: 'der', type }) };
  } catch (error) {
    return refused(error);
  }
}

/** Keys of other kinds go no further: numbers of a stranger's own choice can take long to check. */
function keyType([, second, third]: readonly DerNode[]): 'pkcs8' | 'pkcs1' | 'sec1' | undefined {
  if (second?.tag === TAG.octetString) return third?.children[0]?.tag === TAG.oid ? 'sec1' : undefined;
  if (second?.tag !== TAG.sequence) return 'pkcs1';
  const [type, parameters] = second.children;
  const oid = readOid(type, 'the algorithm of the key');
  const isNamedCurve = oid === OID.ecPublicKey && parameters?.tag === TAG.oid;
  return oid === OID.rsaEncryption || isNamedCurve || EDWARDS_KEYS.includes(oid) ? 'pkcs8' : undefined;
}

/** Ed25519 and Ed448 (RFC 8410 3). */
const EDWARDS_KEYS: readonly string[] = ['1.3.101.112', '1.3.101.113'];

function traditionalKey(block: PemBlock, passphrase: string): PrivateKeyReading {
  if (!decrypts(block)) return { ok: false, fault: 'unsupported', reason: "its encryption isn't supported" };
  try {
    return { ok: true, key: createPrivateKey({ key: writePem(block), format: 'pem', passphrase }) };
  } catch {
    return { ok: false, fault: 'passphrase-wrong', reason: "the passphrase doesn't open it" };
  }
}

/**
 * Whether OpenSSL has the cipher of `DEK-Info`. Its error of a failed opening doesn't tell: one wrong passphrase in 256 leaves
 * something that is padded rightly, which it calls unsupported.
 */
function decrypts({ headers = [] }: PemBlock): boolean {
  const name = headers.map((header) => /^DEK-Info:\s*([\w-]+)/i.exec(header)?.[1]).find(Boolean);
  const cipher = name === undefined ? undefined : getCipherInfo(name);
  if (cipher === undefined) return false;
  try {
    createDecipheriv(cipher.name, Buffer.alloc(cipher.keyLength), Buffer.alloc(cipher.ivLength ?? 0));
    return true;
  } catch {
    return false;
  }
}

function refused(error: unknown): PrivateKeyReading {
  if (error instanceof SecretRefusal) return { ok: false, fault: error.fault, reason: error.message };
  const reason = error instanceof DerError ? error.message : "it isn't a usable private key";
  return { ok: false, fault: 'damaged', reason };
}
