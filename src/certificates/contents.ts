import type { Certificate } from './certificate.ts';
import { derKind } from './der-kind.ts';
import {
  type ForeignFile,
  foreignArchive,
  foreignBlock,
  foreignBytes,
  UNKNOWN_FILE,
} from './foreign-files.ts';
import { type PemBlock, readPem } from './pem.ts';
import { PRIVATE_KEY_LABELS } from './private-key.ts';
import { readCertificate } from './read.ts';

/** What a file of certificates and keys holds, in its order. */
export interface Contents {
  readonly certificates: readonly Certificate[];
  /** Private keys, not opened yet. */
  readonly keys: readonly PemBlock[];
}

export type ContentsReading =
  | { readonly kind: 'contents'; readonly contents: Contents }
  /** To be opened with its passphrase. */
  | { readonly kind: 'pkcs12'; readonly bytes: Uint8Array }
  /** Something else, as far as can be told. */
  | { readonly kind: 'foreign'; readonly file: ForeignFile }
  | { readonly kind: 'damaged'; readonly reason: string };

/** Longest file read. @see S12-certificate-files-hostile */
export const MAX_FILE_BYTES = 256 * 1024;

/** More than a leaf and its chain will ever be; a bundle of every authority has hundreds. */
export const MAX_CERTIFICATES = 32;

/**
 * Reads a file: PEM with any number of blocks, DER, PKCS #12, or the Base64 of one of them on lines of its own. Never throws on any
 * bytes, and opens nothing that is encrypted.
 * @see A-certificate-files
 */
export function readContents(bytes: Uint8Array): ContentsReading {
  if (bytes.length > MAX_FILE_BYTES) {
    return { kind: 'damaged', reason: `it's larger than the limit of ${MAX_FILE_BYTES / 1024} KiB` };
  }
  const archive = foreignArchive(bytes);
  if (archive !== undefined) return { kind: 'foreign', file: archive };
  const text = asText(bytes);
  if (text.includes('-----BEGIN ')) return readPemFile(text);
  if (/^[A-Za-z0-9+/\s]{64,}={0,2}$/.test(text.trim())) return readEncoded(Buffer.from(text, 'base64'));
  return readDerFile(bytes);
}

/** What stands in a secret of Kubernetes or a CI, which hold files as Base64. */
function readEncoded(bytes: Uint8Array): ContentsReading {
  const text = asText(bytes);
  return text.includes('-----BEGIN ') ? readPemFile(text) : readDerFile(bytes);
}

/** Notepad and PowerShell write UTF-16 with a mark at the beginning. */
function asText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  return bytes[0] === 0xff && bytes[1] === 0xfe ? buffer.toString('utf16le') : buffer.toString('utf8');
}

function readPemFile(text: string): ContentsReading {
  const reading = readPem(text);
  if (!reading.ok) return { kind: 'damaged', reason: `${reading.reason}${joinedLines(text)}` };
  if (reading.blocks.length === 0) {
    return {
      kind: 'damaged',
      reason: `it has no line -----BEGIN CERTIFICATE-----${joinedLines(text)}`,
    };
  }
  const certificates: Certificate[] = [];
  for (const { label, der } of reading.blocks) {
    if (!/^(?:X509 )?CERTIFICATE$/.test(label)) continue;
    if (certificates.length === MAX_CERTIFICATES) {
      return { kind: 'damaged', reason: `it has more than ${MAX_CERTIFICATES} certificates` };
    }
    const one = readOne(der);
    if (one.kind !== 'contents') return one;
    certificates.push(...one.contents.certificates);
  }
  const keys = reading.blocks.filter(({ label }) => PRIVATE_KEY_LABELS.includes(label));
  const [other] = reading.blocks;
  return certificates.length + keys.length === 0 && other !== undefined
    ? { kind: 'foreign', file: foreignBlock(other.label) }
    : { kind: 'contents', contents: { certificates, keys } };
}

function readDerFile(bytes: Uint8Array): ContentsReading {
  const kind = derKind(bytes);
  if (kind === 'pkcs12') return { kind, bytes };
  if (kind === 'private-key' || kind === 'encrypted-private-key') {
    const label = kind === 'private-key' ? 'PRIVATE KEY' : 'ENCRYPTED PRIVATE KEY';
    return { kind: 'contents', contents: { certificates: [], keys: [{ label, der: bytes }] } };
  }
  return readOne(bytes);
}

function readOne(der: Uint8Array): ContentsReading {
  const reading = readCertificate(der);
  if (reading.ok) return { kind: 'contents', contents: { certificates: [reading.certificate], keys: [] } };
  const file = foreignBytes(der);
  if (file !== undefined) return { kind: 'foreign', file };
  const isDer = der[0] === 0x30 && der.length > 64;
  return isDer ? { kind: 'damaged', reason: reading.reason } : { kind: 'foreign', file: UNKNOWN_FILE };
}

/** What has become of many a certificate on its way through a variable or a form. */
function joinedLines(text: string): string {
  if (text.includes('\\n')) return '; its line ends are the two characters \\n';
  return /-----BEGIN [A-Z0-9 ]+-----[^\r\n]/.test(text) ? '; its lines were joined into one' : '';
}
