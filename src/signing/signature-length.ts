import { isUtf8 } from 'node:buffer';
import { type Finding, type FindingCause, finding } from './findings.ts';

/** A signature that is not as long as the key. @see G4-signature-length, G4-key-mismatch */
export function lengthFinding(bytes: Buffer, text: string, length: number): Finding {
  const shown = { expected: `${length} bytes`, found: `${bytes.length} bytes` };
  const detail = `It has ${bytes.length} bytes, but the key has ${length}.`;
  const cause = causeOf(bytes, text, length);
  if (cause !== undefined || !KEY_SIZES.includes(bytes.length))
    return finding('signature-length', { cause, detail, ...shown });
  const bits = `${8 * bytes.length}-bit`;
  if (2 * bytes.length === length && length === USUAL) {
    const either = `${detail} It's half of one, or made with a ${bits} key.`;
    return finding('signature-length', { detail: either, ...shown });
  }
  return finding('key-mismatch', { detail: `It's as long as a ${bits} key makes it. ${detail}`, ...shown });
}

/** Of keys of 1024 to 8192 bits. */
const KEY_SIZES = [128, 256, 384, 512, 1024];
const USUAL = 256;

function causeOf(bytes: Buffer, text: string, length: number): FindingCause<'signature-length'> | undefined {
  if (bytes.length === 0) return 'empty';
  if (isHash(bytes, text)) return 'hash';
  if (isEcdsa(bytes)) return 'ecdsa';
  if (isMangled(bytes, length)) return 'mangled';
  const isUnclear = KEY_SIZES.includes(bytes.length) || OF_OTHER_CURVES.includes(bytes.length);
  return bytes.length < length && !isUnclear ? 'cut-short' : undefined;
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
