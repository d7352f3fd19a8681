/** Writes DER: node-forge, which builds the other certificates, has no elliptic curves. @see RFC 5280 4.1 */
import { type KeyObject, sign } from 'node:crypto';
import { TAG } from '../der.ts';
import { OID } from '../oids.ts';
import { type Psd2Statement, ROLE_OIDS } from '../qc-statements.ts';

/** Encodes one value: its identifier octet and its content. */
export function encodeDer(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body]);
}

export function encodeSequence(...content: readonly Uint8Array[]): Buffer {
  return encodeDer(TAG.sequence, ...content);
}

export function encodeOid(dotted: string): Buffer {
  const [root = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encodeDer(TAG.oid, ...[root * 40 + second, ...rest].map(encodeBase128));
}

/** Encodes a positive INTEGER: a zero octet precedes a first bit that would make it negative. */
export function encodePositive(value: bigint): Buffer {
  const digits = value.toString(16);
  const magnitude = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  const sign = (magnitude[0] ?? 0) >= 0x80 ? [Buffer.alloc(1)] : [];
  return encodeDer(TAG.integer, ...sign, magnitude);
}

export function encodeBitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return encodeDer(TAG.bitString, Buffer.from([unusedBits]), bytes);
}

export function encodeText(tag: number, text: string): Buffer {
  return encodeDer(tag, Buffer.from(text, 'utf8'));
}

/** Encodes a time in whole seconds: with a two-digit year until 2049, then with four digits (RFC 5280 4.1.2.5). */
export function encodeTime(milliseconds: number): Buffer {
  const written = new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$|[-:T]/g, (part) => (part.endsWith('Z') ? 'Z' : ''));
  return written < '2050'
    ? encodeText(TAG.utcTime, written.slice(2))
    : encodeText(TAG.generalizedTime, written);
}

/** Encodes `id` and `value` as an Extension; the value is DER (RFC 5280 4.1). */
export function encodeExtension(id: string, value: Uint8Array, { critical }: { critical: boolean }): Buffer {
  const flag = critical ? [encodeDer(TAG.boolean, Buffer.from([0xff]))] : [];
  return encodeSequence(encodeOid(id), ...flag, encodeDer(TAG.octetString, value));
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = length.toString(16);
  const octets = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | octets.length]), octets]);
}

function encodeBase128(value: number): Buffer {
  const octets = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) octets.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(octets);
}

/** Serial number, issuer, validity, subject and SubjectPublicKeyInfo of a certificate. */
type Fields = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** Encodes a certificate of version 3 and signs it with ECDSA and SHA-256 (RFC 5280 4.1). */
export function encodeCertificate(
  [serial, ...fields]: Fields,
  extensions: readonly Uint8Array[],
  key: KeyObject,
): Buffer {
  const algorithm = encodeSequence(encodeOid(OID.ecdsaWithSha256));
  const version = encodeDer(0xa0, encodePositive(2n));
  const all = encodeDer(0xa3, encodeSequence(...extensions));
  const [issuer, ...others] = fields;
  const signed = encodeSequence(version, serial, algorithm, issuer, ...others, all);
  return encodeSequence(signed, algorithm, encodeBitString(sign('sha256', signed, key)));
}

/** Encodes the PSD2 statement of qcStatements. @see ETSI TS 119 495 5.1 */
export function encodePsd2Statement({ roles, ncaName, ncaId }: Psd2Statement): Buffer {
  const encodeUtf8 = (text: string) => encodeText(TAG.utf8String, text);
  const written = [...ROLE_OIDS].filter(([, role]) => roles.includes(role));
  const list = written.map(([id, role]) => encodeSequence(encodeOid(id), encodeUtf8(role)));
  const statement = encodeSequence(encodeSequence(...list), encodeUtf8(ncaName), encodeUtf8(ncaId));
  return encodeSequence(encodeOid(OID.psd2), statement);
}
