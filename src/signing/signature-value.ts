import { decodeBase64, decodeBase64Url, decodeHex } from './base64.ts';

export type SignatureEncodingCause = 'base64url' | 'hex' | 'line-wrapped' | 'double-base64';

export interface SignatureValue {
  /** Undefined when no way of reading it gives bytes. */
  readonly bytes?: Buffer;
  readonly wellEncoded: boolean;
  readonly cause?: SignatureEncodingCause;
}

/** Reads the signature parameter; `length` is that of the key in bytes. @see signing.md §4 signature-encoding */
export function readSignatureValue(text: string, length: number): SignatureValue {
  const strict = decodeBase64(text);
  if (strict?.length === length) return { bytes: strict, wellEncoded: true };
  const hex = decodeHex(text);
  if (hex?.length === length) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  if (strict !== undefined) return unwrap(strict, length);
  const joined = text.replaceAll(/\s+|(?:\\r)?\\n/g, '');
  if (joined !== text) {
    const bytes = decodeBase64(joined);
    return bytes === undefined
      ? { wellEncoded: false }
      : { bytes, wellEncoded: false, cause: 'line-wrapped' };
  }
  const loose = decodeBase64Url(text);
  if (loose === undefined) return { wellEncoded: false };
  const isCutShort = loose.length !== length && !/[-_]/.test(text);
  return isCutShort
    ? { bytes: loose, wellEncoded: true }
    : { bytes: loose, wellEncoded: false, cause: 'base64url' };
}

/** Base64 around Base64, or around hexadecimal, of as many bytes as the key has. */
function unwrap(bytes: Buffer, length: number): SignatureValue {
  const text = bytes.toString('latin1');
  const inner = decodeBase64(text.trim());
  if (inner?.length === length) return { bytes: inner, wellEncoded: false, cause: 'double-base64' };
  const hex = decodeHex(text);
  if (hex?.length === length) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  return { bytes, wellEncoded: true };
}
