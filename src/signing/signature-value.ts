import { decodeBase64, decodeBase64Url, decodeHex } from './base64.ts';

export type SignatureEncodingCause = 'base64url' | 'hex' | 'line-wrapped' | 'double-base64';

export interface SignatureValue {
  /** Undefined when no way of reading it gives bytes. */
  readonly bytes?: Buffer;
  readonly wellEncoded: boolean;
  readonly cause?: SignatureEncodingCause;
}

/**
 * Reads the signature parameter; `length` is that of the key in bytes, undefined for a key whose signatures have
 * none of their own.
 * @see G4-signature-encoding
 */
export function readSignatureValue(text: string, length: number | undefined): SignatureValue {
  const strict = decodeBase64(text);
  if (strict !== undefined && strict.length === length) return { bytes: strict, wellEncoded: true };
  const hex = decodeHex(text.replaceAll(/[:\s-]/g, ''));
  if (hex !== undefined && isLong(hex)) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  if (strict !== undefined) return unwrap(strict);
  const joined = text.replaceAll(/\s+|(?:\\r)?\\n/g, '');
  if (joined !== text) {
    const bytes = decodeBase64(joined);
    return bytes === undefined
      ? { wellEncoded: false }
      : { bytes, wellEncoded: false, cause: 'line-wrapped' };
  }
  const loose = decodeBase64Url(text);
  if (loose === undefined) return { wellEncoded: false };
  const isCutShort = length !== undefined && loose.length !== length && !/[-_]/.test(text);
  return isCutShort
    ? { bytes: loose, wellEncoded: true }
    : { bytes: loose, wellEncoded: false, cause: 'base64url' };
}

/** Base64 around Base64, or around hexadecimal. */
function unwrap(bytes: Buffer): SignatureValue {
  const text = bytes.toString('latin1').replaceAll(/\s/g, '');
  const hex = decodeHex(text);
  if (hex !== undefined && isLong(hex)) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  const inner = decodeBase64(text) ?? decodeBase64Url(text);
  if (inner !== undefined && isLong(inner))
    return { bytes: inner, wellEncoded: false, cause: 'double-base64' };
  return { bytes, wellEncoded: true };
}

/** So long that no other text looks like it by chance; every signature is longer. */
function isLong(bytes: Buffer): boolean {
  return bytes.length >= 32;
}
