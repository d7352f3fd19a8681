import { isOctets } from '../octets.ts';
/**
 * Everything is read as octets, one character each: that is how header values are held, and a body is never
 * changed by a guess at its charset.
 * @see C-verify-header-octets
 */

export function octetsOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

export function bytesOf(octets: string): Uint8Array {
  return new Uint8Array(Buffer.from(octets, 'latin1'));
}

/** The octets of text's UTF-8. */
export function utf8Octets(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** What the octets say as UTF-8, for people and for names of files. */
export function textOf(octets: string): string {
  return /[^\0-\x7f]/.test(octets) ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
}

/** A value as it goes out: octets as they are; characters above FF were never octets and count as UTF-8. */
export function sentOctets(value: string): string {
  return isOctets(value) ? value : utf8Octets(value);
}

export function withoutLineEnds(octets: string): string {
  let end = octets.length;
  while (end > 0 && (octets[end - 1] === '\n' || octets[end - 1] === '\r')) end -= 1;
  return octets.slice(0, end);
}
