/** Writes DER: node-forge, which builds the other certificates, has no elliptic curves. @see RFC 5280 4.1 */
import { TAG } from '../der.ts';

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
