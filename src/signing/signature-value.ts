import { decodeBase64, decodeBase64Url, decodeHex } from '../core/base64.ts';
import { percentDecoded } from '../octets.ts';
import { printedBytesText } from './printed-bytes.ts';

export type SignatureEncodingCause = 'base64url' | 'hex' | 'line-wrapped' | 'double-base64';

export interface SignatureValue {
  /** Undefined when no way of reading it gives bytes. */
  readonly bytes?: Buffer;
  readonly wellEncoded: boolean;
  readonly cause?: SignatureEncodingCause;
  /** Where it has no cause of its own: what it is, and what to do. */
  readonly says?: string;
  readonly remedy?: string;
}

/**
 * Reads the signature parameter; `length` is that of the key in bytes, undefined for a key whose signatures have
 * none of their own.
 * @see G4-signature-encoding
 */
export function readSignatureValue(text: string, length: number | undefined): SignatureValue {
  const strict = decodeBase64(text);
  if (strict !== undefined && strict.length === length)
    return isAsciiOnly(strict) ? THROUGH_ASCII : whole(strict);
  const hex = decodeHex(text.replaceAll(/[:\s-]/g, ''));
  if (hex !== undefined && isLong(hex)) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  if (strict !== undefined) return unwrap(strict);
  return readSpoiled(text, length) ?? readLoose(text, length);
}

function whole(bytes: Buffer): SignatureValue {
  return { bytes, wellEncoded: true };
}

function readLoose(text: string, length: number | undefined): SignatureValue {
  const joined = text.replaceAll(/\s+|(?:\\r)?\\n/g, '');
  if (joined !== text) {
    const bytes = decodeBase64(joined);
    return bytes === undefined
      ? { wellEncoded: false }
      : { bytes, wellEncoded: false, cause: 'line-wrapped' };
  }
  const loose = decodeBase64Url(text);
  if (loose === undefined)
    return isBegun(text, length) ? whole(Buffer.from(text, 'base64')) : { wellEncoded: false };
  const isCutShort = length !== undefined && !isWhole(loose, length) && !/[-_]/.test(text);
  return isCutShort ? whole(loose) : { bytes: loose, wellEncoded: false, cause: 'base64url' };
}

/** Base64 that ends in the middle. */
function isBegun(text: string, length: number | undefined): boolean {
  return /^[A-Za-z0-9+/]+$/.test(text) && length !== undefined && text.length < (4 * length) / 3;
}

/** As long as the key, or as a hash. */
function isWhole({ length: size }: Buffer, length: number): boolean {
  return [length, 32, 64].includes(size);
}

/** One octet in four, and none beyond ASCII: no signature is so. */
function isAsciiOnly(bytes: Buffer): boolean {
  return (
    bytes.every((octet) => octet < 0x80) && bytes.filter((octet) => octet === 0x3f).length > bytes.length / 4
  );
}

const THROUGH_ASCII: SignatureValue = {
  wellEncoded: false,
  says: 'Its bytes were read as text, and question marks stand for those beyond ASCII.',
  remedy: 'Encode the bytes that the signing function returns. Never make a string of them first.',
};

interface Spoiling {
  readonly looks: RegExp;
  readonly undo: (text: string) => string;
  readonly says: string;
  readonly remedy: string;
}

/** What programs make of Base64, or print in its place. */
const SPOILINGS: readonly Spoiling[] = [
  {
    looks: /^(?=.* )[A-Za-z0-9/ ]+=*$/,
    undo: (text) => text.replaceAll(' ', '+'),
    says: 'Its plus signs became spaces.',
    remedy: "Send it as it is. A header isn't decoded like a form or a query.",
  },
  {
    looks: /%(?:2[BbFf]|3[Dd])/,
    undo: percentDecoded,
    says: "It's percent-encoded.",
    remedy: 'Write the Base64 without percent-encoding.',
  },
  {
    looks: /\\\/|\\u00/,
    undo: (text) =>
      text
        .replaceAll('\\/', '/')
        .replaceAll('\\u002b', '+')
        .replaceAll('\\u002B', '+')
        .replaceAll('\\u003d', '='),
    says: "It's escaped as in JSON.",
    remedy: 'Write the Base64 itself, without backslashes.',
  },
  {
    looks: /^b?'.*'$/s,
    undo: (text) => text.replaceAll(/^b?'|'$/g, ''),
    says: 'It has the quotes of a Python string around it.',
    remedy: "Decode Python's bytes: base64.b64encode(signature).decode().",
  },
  {
    looks: /^\[?\s*-?\d{1,3}(?:\s*,\s*-?\d{1,3}){19,}\s*\]?$/,
    undo: (text) => Buffer.from(text.match(/-?\d+/g)?.map(Number) ?? []).toString('base64'),
    says: "It's a list of its bytes in decimal.",
    remedy: 'Write the Base64 of the bytes.',
  },
];

function readSpoiled(text: string, length: number | undefined): SignatureValue | undefined {
  for (const { looks, undo, says, remedy } of SPOILINGS) {
    if (!looks.test(text)) continue;
    const bytes = decodeBase64(undo(text));
    if (bytes !== undefined && bytes.length === length) return { bytes, wellEncoded: false, says, remedy };
  }
  const printed = printedBytesText(text);
  return printed === undefined
    ? undefined
    : { wellEncoded: false, says: printed, remedy: 'Write the Base64 of the bytes.' };
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
