import { createHash, createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import { Fault } from '../../errors.ts';
import { isKeyOf, readCertificate } from '../certificate.ts';
import { decodeDer, TAG } from '../der.ts';
import { readPem } from '../pem.ts';
import type { Psd2Role } from '../qc-statements.ts';
import { encodeDer, encodeSequence } from './der-writer.ts';

/** A key as PEM text or as a KeyObject of node:crypto. */
export type KeyInput = string | KeyObject;

/** The serial number and validity of a certificate. */
export interface Term {
  /** The serial number: positive, at most 20 octets (RFC 5280 4.1.2.2). */
  readonly serial: bigint;
  /** Milliseconds since 1970; the certificate has whole seconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface CaRequest extends Term {
  readonly privateKey: KeyInput;
  readonly commonName: string;
}

export interface SealRequest extends Term {
  /** The PEM of the issuing CA. */
  readonly caCertificate: string;
  readonly caKey: KeyInput;
  /** An RSA key of at least 2048 bits. */
  readonly publicKey: KeyInput;
  /** The identifier `PSDNO-FSA-<number>`. */
  readonly organizationIdentifier: string;
  readonly organizationName: string;
  readonly commonName: string;
  /** Two upper-case letters. */
  readonly country: string;
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string;
  /** The authority, such as `NO-FSA`. */
  readonly ncaId: string;
}

export interface QwacRequest extends SealRequest {
  /** The DNS names and addresses; at least one. */
  readonly hosts: readonly string[];
}

/** Checks the serial number and the dates. @throws Fault INPUT_INVALID for values that no certificate may have. */
export function checkTerm({ serial, notBefore, notAfter }: Term): void {
  if (serial <= 0n || serial >= 1n << 160n) {
    throw createRefusal('serial must be positive and at most 20 octets long');
  }
  if (notAfter < notBefore) throw createRefusal('notAfter lies before notBefore');
}

/** Checks the length limits of X.520: other programs reject certificates with longer names. */
export function checkText(field: string, value: string, limit: number): string {
  const length = [...value].length;
  if (length === 0 || length > limit) {
    throw createRefusal(`${field} must have 1 to ${limit} characters, not ${length}`);
  }
  if (/[\p{Cc}\p{Cs}]/u.test(value)) throw createRefusal(`${field} must have no control characters`);
  return value;
}

/** Parses a private key. @throws Fault INPUT_INVALID if the text isn't one. */
export function parsePrivateKey(key: KeyInput): KeyObject {
  return key instanceof KeyObject ? key : parseKey('a private key', () => createPrivateKey(key));
}

/** Parses a public key. @throws Fault INPUT_INVALID if the text isn't one. */
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

/** The parts of a certificate that come from its issuing CA. */
export interface Issuer {
  /** The encoded subject of the CA. */
  readonly subjectDer: Uint8Array;
  readonly keyIdentifier: Uint8Array;
}

/**
 * Reads the CA certificate that issues with a key.
 * @throws Fault INPUT_INVALID if it isn't a CA certificate, or the key doesn't match it.
 */
export function readIssuer(pem: string, key: KeyObject): Issuer {
  const reading = readPem(pem);
  if (!reading.ok) throw createRefusal(`caCertificate can't be read: ${reading.reason}`);
  const certificate = reading.blocks.find(({ label }) => label === 'CERTIFICATE');
  const read = readCertificate(certificate?.der ?? new Uint8Array());
  if (!read.ok) throw createRefusal(`caCertificate can't be read: ${read.reason}`);
  if (!read.certificate.isCa) throw createRefusal("caCertificate isn't a CA's certificate");
  if (!isKeyOf(key, read.certificate)) throw createRefusal("caKey isn't caCertificate's key");
  const { subjectDer, subjectKeyIdentifier, publicKey } = read.certificate;
  return { subjectDer, keyIdentifier: subjectKeyIdentifier ?? hashKey(publicKey) };
}

/** Computes SHA-1 of the key's bits (RFC 5280 4.2.1.2): an identifier, not a protection. */
function hashKey(publicKey: KeyObject): Buffer {
  const bits = decodeDer(publicKey.export({ type: 'spki', format: 'der' })).children[1]?.bytes;
  return createHash('sha1')
    .update(bits?.subarray(1) ?? '')
    .digest();
}

export function computeSubjectKeyIdentifier(publicKey: KeyObject): Buffer {
  return encodeDer(TAG.octetString, hashKey(publicKey));
}

/** The tag of keyIdentifier in AuthorityKeyIdentifier (RFC 5280 4.2.1.1). */
const AUTHORITY_KEY = 0x80;

export function computeAuthorityKeyIdentifier(issuer: Issuer): Buffer {
  return encodeSequence(encodeDer(AUTHORITY_KEY, issuer.keyIdentifier));
}

/** Creates the fault of a request that can't be fulfilled. */
export function createRefusal(reason: string, cause?: unknown): Fault {
  return new Fault('INPUT_INVALID', `Can't issue a certificate: ${reason}.`, { cause });
}
