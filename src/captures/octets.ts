import { bufferOf } from '../core/base64.ts';
import { isOctets } from '../octets.ts';

/**
 * Everything is read as octets, one character each: that is how header values are held, and a body is never
 * changed by a guess at its charset.
 * @see C-verify-header-octets
 */

export function octetsOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('latin1');
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

const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** Decodes the escapes that string literals of most languages share: `\n`, `\xc3`, `\u00f8`. */
export function decodeEscapes(text: string, ofUnit = (unit: string) => unit): string {
  return text.replaceAll(ESCAPE, (_, unit?: string, hex?: string, one = '') => {
    const code = unit ?? hex;
    if (code === undefined) return CONTROLS[one] ?? one;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return unit === undefined ? character : ofUnit(character);
  });
}

export function withoutLineEnds(octets: string): string {
  let end = octets.length;
  while (end > 0 && (octets[end - 1] === '\n' || octets[end - 1] === '\r')) end -= 1;
  return octets.slice(0, end);
}

/** Writes every octet that is not `plain` as `%` and two digits; by tables, as text may be long. */
export function percentEncoder(
  plain: RegExp,
  digits: 'upper' | 'lower' = 'upper',
): (octets: string) => string {
  const hex = Buffer.from(digits === 'upper' ? '0123456789ABCDEF' : '0123456789abcdef');
  const isPlain = Array.from({ length: 256 }, (_, code) => plain.test(String.fromCharCode(code)));
  return (octets) => {
    const written = Buffer.allocUnsafe(3 * octets.length);
    let end = 0;
    for (let position = 0; position < octets.length; position += 1) {
      const code = octets.charCodeAt(position);
      if (isPlain[code]) {
        written[end++] = code;
      } else {
        written[end++] = PERCENT;
        written[end++] = hex[code >> 4] ?? 0;
        written[end++] = hex[code & 15] ?? 0;
      }
    }
    return written.toString('latin1', 0, end);
  };
}

const PERCENT = 0x25;

/** All but the unreserved characters of RFC 3986. */
export const percentEncoded = percentEncoder(/[A-Za-z0-9._~-]/);

const beyondAscii = percentEncoder(/[\0-\x7f]/);

/** Characters beyond ASCII as their UTF-8, percent-encoded; all others as they are. */
export function asciiText(text: string): string {
  return /[^\0-\x7f]/.test(text) ? beyondAscii(utf8Octets(text)) : text;
}
