import { isUtf8 } from 'node:buffer';
import { decodeBase64 } from '../core/base64.ts';
import { type Finding, type FindingCause, type FindingDetails, finding } from './findings.ts';
import { findMissingByte, lacksLeadingZeros, type SignatureProof } from './missing-bytes.ts';

/** A signature that is not as long as the key. @see G4-signature-length, G4-key-mismatch */
export function lengthFinding(bytes: Buffer, text: string, length: number, proof?: SignatureProof): Finding {
  const shown = { expected: `${length} bytes`, found: `${bytes.length} bytes` };
  const detail = `It has ${bytes.length} bytes, but the key has ${length}.`;
  const cause = causeOf(bytes, length, text);
  const isUnclear = KEY_SIZES.includes(bytes.length) || OF_OTHER_CURVES.includes(bytes.length);
  if (cause === undefined && bytes.length < length && !isUnclear)
    return finding('signature-length', { ...lossOf(bytes, text, length, proof), detail, ...shown });
  if (cause !== undefined || !KEY_SIZES.includes(bytes.length))
    return finding('signature-length', { cause, detail, ...shown });
  const bits = `${8 * bytes.length}-bit`;
  if (2 * bytes.length === length && length === USUAL) {
    const either = `${detail} It's half of one, or made with a ${bits} key.`;
    return finding('signature-length', { detail: either, ...shown });
  }
  return finding('key-mismatch', { detail: `It's as long as a ${bits} key makes it. ${detail}`, ...shown });
}

type Loss = Pick<FindingDetails<'signature-length'>, 'cause' | 'says' | 'remedy'>;

/** A signature has one NUL byte on average, and more than so many once in a million. */
const MAX_NULS = 8;
const DROPPED =
  'Encode the bytes before a variable holds them: openssl dgst -sha256 -sign KEY FILE | base64 -w0. A shell variable drops NUL bytes.';
const AS_NUMBER = 'Write as many bytes as the key has: a number loses the zeros before it.';

/** Says where bytes are missing; that the end is cut off only where nothing else explains it. @see G4-missing-bytes */
function lossOf(bytes: Buffer, text: string, length: number, proof: SignatureProof | undefined): Loss {
  if (proof !== undefined && lacksLeadingZeros(bytes, length, proof))
    return {
      cause: 'mangled',
      says: `NUL bytes are missing at its beginning: with ${length - bytes.length} it's a signature of this key.`,
      remedy: `${AS_NUMBER} ${DROPPED}`,
    };
  const byte = proof && findMissingByte(bytes, length, proof);
  if (byte?.value === 0)
    return {
      cause: 'mangled',
      says: `A NUL byte is missing: with one as byte ${byte.place + 1} it's a signature of this key.`,
      remedy: DROPPED,
    };
  if (byte?.value === LINE_END)
    return {
      cause: 'mangled',
      says: "Its last byte, a line end, is missing: with it it's a signature of this key.",
      remedy: `${DROPPED} $(…) drops line ends at the end.`,
    };
  if (byte !== undefined) return { cause: 'cut-short' };
  const isWhole = decodeBase64(text) !== undefined;
  if (!isWhole || length - bytes.length > MAX_NULS) return { cause: 'cut-short' };
  const isPadded = text.endsWith('=');
  if (bytes.includes(0)) return isPadded ? {} : { cause: 'cut-short' };
  return {
    says: isPadded
      ? 'NUL bytes are missing, probably: its Base64 is complete, but no byte of it is NUL, so something dropped them before they were encoded, as a shell variable does.'
      : 'NUL bytes may be missing, as no byte of it is NUL and a shell variable drops them; or its end is.',
    remedy: isPadded ? DROPPED : `${DROPPED} If its end is missing, look for what cuts long texts.`,
  };
}

const LINE_END = 0x0a;

/** Of keys of 1024 to 8192 bits. */
const KEY_SIZES = [128, 256, 384, 512, 1024];
const USUAL = 256;

function causeOf(bytes: Buffer, length: number, text: string): FindingCause<'signature-length'> | undefined {
  if (bytes.length === 0) return 'empty';
  if (isHash(bytes, text)) return 'hash';
  if (isEcdsa(bytes)) return 'ecdsa';
  return isMangled(bytes, length) ? 'mangled' : undefined;
}

/** SHA-256 and SHA-512; SHA-1 and SHA-224 where the Base64 says that it is whole. */
function isHash({ length }: Buffer, text: string): boolean {
  return length === 32 || length === 64 || ((length === 20 || length === 28) && text.endsWith('='));
}

/** SHA-384, and raw signatures of P-384 and P-521: as long as something that was cut. */
const OF_OTHER_CURVES = [48, 96, 132];

/** A SEQUENCE of two INTEGERs and nothing else. */
function isEcdsa(bytes: Buffer): boolean {
  const content = contentOf(bytes, 0, 0x30);
  if (content === undefined || content.end !== bytes.length) return false;
  const first = contentOf(bytes, content.start, 0x02);
  const second = first && contentOf(bytes, first.end, 0x02);
  return second?.end === bytes.length;
}

function contentOf(bytes: Buffer, at: number, tag: number): { start: number; end: number } | undefined {
  const [found, size = 0x80, long = 0] = bytes.subarray(at);
  if (found !== tag) return undefined;
  if (size < 0x80) return { start: at + 2, end: at + 2 + size };
  return size === 0x81 ? { start: at + 3, end: at + 3 + long } : undefined;
}

/** Replacement characters, or octets that became UTF-8 two by two. */
function isMangled(bytes: Buffer, length: number): boolean {
  if (bytes.toString('hex').split('efbfbd').length > 2) return true;
  return bytes.length > length && isUtf8(bytes) && bytes.toString('utf8').length === length;
}
