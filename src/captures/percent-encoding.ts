import { utf8Octets } from './octets.ts';

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
