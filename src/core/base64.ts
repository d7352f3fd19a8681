/**
 * Strict Base64. `Buffer.from(text, 'base64')` skips foreign characters, accepts both alphabets and ignores padding: so
 * a text is accepted only if encoding its bytes again gives the same text.
 * @see G2-strict-base64
 */

const IN_NEITHER_ALPHABET = /[^A-Za-z0-9+/_=-]|=(?!=?$)/;

/** Returns the same bytes as a Buffer, without a copy. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function encodeBase64(bytes: Uint8Array): string {
  return toBuffer(bytes).toString('base64');
}

/** Decodes RFC 4648 §4 Base64; undefined for a foreign character, wrong padding or length, or unused bits set. */
export function decodeBase64(text: string): Buffer | undefined {
  if (text.length % 4 !== 0) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Decodes either alphabet, padded or not: the output of base64url encoders and of those that strip padding. */
export function decodeBase64Url(text: string): Buffer | undefined {
  if (IN_NEITHER_ALPHABET.test(text)) return undefined;
  const bare = text.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  if (bare.length % 4 === 1) return undefined;
  const bytes = Buffer.from(bare, 'base64url');
  return bytes.toString('base64url') === bare ? bytes : undefined;
}

/** Decodes an even number of hexadecimal digits in either case; undefined for other text. */
export function decodeHex(text: string): Buffer | undefined {
  return text.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}
