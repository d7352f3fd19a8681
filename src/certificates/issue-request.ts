import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { Psd2Role } from './certificate.ts';

/** A key as PEM text or as node:crypto holds it. */
export type KeyInput = string | KeyObject;

/** What every certificate has. */
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

/** Bounds of X.520: a certificate with longer names is refused by other programs. */
export function checkText(field: string, value: string, limit: number): string {
  const length = [...value].length;
  if (length === 0 || length > limit) {
    throw refusal(`${field} must have 1 to ${limit} characters, not ${length}`);
  }
  if (/[\p{Cc}\p{Cs}]/u.test(value)) throw refusal(`${field} must have no control characters`);
  return value;
}

/** @throws Fault INPUT_INVALID when the text is no private key. */
export function asPrivateKey(key: KeyInput): KeyObject {
  return key instanceof KeyObject ? key : parseKey('a private key', () => createPrivateKey(key));
}

/** @throws Fault INPUT_INVALID when the text is no public key. */
export function asPublicKey(key: KeyInput): KeyObject {
  return key instanceof KeyObject ? key : parseKey('a public key', () => createPublicKey(key));
}

function parseKey(what: string, parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch (cause) {
    throw refusal(`${what} can't be read`, cause);
  }
}

/** What an impossible request is refused with. */
export function refusal(reason: string, cause?: unknown): Fault {
  return new Fault('INPUT_INVALID', `Can't issue a certificate: ${reason}.`, { cause });
}
