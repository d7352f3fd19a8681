import { createHash, createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import { Fault } from '../../errors.ts';
import { readCertificate } from '../certificate.ts';
import { decodeDer, TAG } from '../der.ts';
import { readPem } from '../pem.ts';
import type { Psd2Role } from '../qc-statements.ts';
import { encodeDer, encodeSequence } from './der-writer.ts';

/** A key as PEM text or as node:crypto holds it. */
export type KeyInput = string | KeyObject;

/** The validity of a certificate. */
export interface Term {
  /** Positive, of at most 20 octets (RFC 5280 4.1.2.2). */
  readonly serial: bigint;
  /** Milliseconds since 1970; the certificate holds whole seconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface CaRequest extends Term {
  readonly privateKey: KeyInput;
  readonly commonName: string;
}

export interface SealRequest extends Term {
  /** PEM of the issuing CA. */
  readonly caCertificate: string;
  readonly caKey: KeyInput;
  /** RSA of 2048 bits at least. */
  readonly publicKey: KeyInput;
  /** `PSDNO-FSA-<number>`. */
  readonly organizationIdentifier: string;
  readonly organizationName: string;
  readonly commonName: string;
  /** Two upper-case letters. */
  readonly country: string;
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string;
  /** `NO-FSA`. */
  readonly ncaId: string;
}

export interface QwacRequest extends SealRequest {
  /** DNS names and addresses; at least one. */
  readonly hosts: readonly string[];
}

/** @throws Fault INPUT_INVALID for a serial number or dates that no certificate may have. */
export function checkTerm({ serial, notBefore, notAfter }: Term): void {
  if (serial <= 0n || serial >= 1n << 160n) {
    throw createRefusal('serial must be positive and at most 20 octets long');
  }
  if (notAfter < notBefore) throw createRefusal('notAfter lies before notBefore');
}

/** Bounds of X.520: a certificate with longer names is refused by other programs. */
export function checkText(field: string, value: string, limit: number): string {
  const length = [...value].length;
  if (length === 0 || length > limit) {
    throw createRefusal(`${field} must have 1 to ${limit} characters, not ${length}`);
  }
  if (/[\p{Cc}\p{Cs}]/u.test(value)) throw createRefusal(`${field} must have no control characters`);
  return value;
}

/** @throws Fault INPUT_INVALID when the text is no private key. */
export function parsePrivateKey(key: KeyInput): KeyObject {
  return key instanceof KeyObject ? key : parseKey('a private key', () => createPrivateKey(key));
}

/** @throws Fault INPUT_INVALID when the text is no public key. */
export function parsePublicKey(key: KeyInput): KeyObject {
  return key instanceof KeyObject ? key : parseKey('a public key', () => createPublicKey(key));
}

function parseKey(what: string, parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch (cause) {
    throw createRefusal(`${what} can't be read`, cause);
  }
}

/** The parts that a certificate takes from its issuing CA. */
export interface Issuer {
  /** The CA's subject as it is encoded. */
  readonly subjectDer: Uint8Array;
  readonly keyIdentifier: Uint8Array;
}

/**
 * Reads a CA certificate that is to issue with a key.
 * @throws Fault INPUT_INVALID when it is no CA certificate, or the key is another's.
 */
export function readIssuer(pem: string, key: KeyObject): Issuer {
  const reading = readPem(pem);
  if (!reading.ok) throw createRefusal(`caCertificate can't be read: ${reading.reason}`);
  const certificate = reading.blocks.find(({ label }) => label === 'CERTIFICATE');
  const read = readCertificate(certificate?.der ?? new Uint8Array());
  if (!read.ok) throw createRefusal(`caCertificate can't be read: ${read.reason}`);
  if (!read.certificate.isCa) throw createRefusal("caCertificate isn't a CA's certificate");
  if (!createPublicKey(key).equals(read.certificate.publicKey)) {
    throw createRefusal("caKey isn't caCertificate's key");
  }
  const { subjectDer, subjectKeyIdentifier, publicKey } = read.certificate;
  return { subjectDer, keyIdentifier: subjectKeyIdentifier ?? hashKey(publicKey) };
}

/** SHA-1 of the key's bits (RFC 5280 4.2.1.2): a name for it, no protection. */
function hashKey(publicKey: KeyObject): Buffer {
  const bits = decodeDer(publicKey.export({ type: 'spki', format: 'der' })).children[1]?.bytes;
  return createHash('sha1')
    .update(bits?.subarray(1) ?? '')
    .digest();
}

export function computeSubjectKeyIdentifier(publicKey: KeyObject): Buffer {
  return encodeDer(TAG.octetString, hashKey(publicKey));
}

/** keyIdentifier of AuthorityKeyIdentifier (RFC 5280 4.2.1.1). */
const AUTHORITY_KEY = 0x80;

export function computeAuthorityKeyIdentifier(issuer: Issuer): Buffer {
  return encodeSequence(encodeDer(AUTHORITY_KEY, issuer.keyIdentifier));
}

/** Creates the fault of an impossible request. */
export function createRefusal(reason: string, cause?: unknown): Fault {
  return new Fault('INPUT_INVALID', `Can't issue a certificate: ${reason}.`, { cause });
}
