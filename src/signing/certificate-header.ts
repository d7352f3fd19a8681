import { createPrivateKey } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { readCertificate } from '../certificates/read.ts';
import { decodeBase64, decodeBase64Url } from './base64.ts';

/**
 * The TPP-Signature-Certificate header in every writing that is taken, and in some that are not, so that the
 * other checks can run.
 * @see signing.md §2, §4 certificate-unparseable, certificate-format, certificate-format-tolerated
 */

export type CertificateFormatCause = 'literal-newline' | 'several' | 'private-key' | 'ec-key' | 'key-size';
export type CertificateToleratedCause =
  | 'pem-one-line'
  | 'pem-spaces'
  | 'base64-of-pem'
  | 'base64url'
  | 'percent-encoded';

export interface CertificateHeaderReading {
  readonly certificate?: Certificate;
  /** Further certificates in the same header. */
  readonly others: readonly Certificate[];
  readonly refused: readonly CertificateFormatCause[];
  /** The outermost of the tolerated writings. */
  readonly tolerated?: CertificateToleratedCause;
  /** Why there is no certificate. */
  readonly reason?: string;
}

/** RSA keys are 2048 to 8192 bits (safety.md §12). */
const KEY_BITS = { least: 2048, most: 8192 } as const;
/** A certificate of 64 KiB (safety.md §12), in Base64 twice, with escapes. */
const MAX_CHARACTERS = 256 * 1024;

export function readCertificateHeader(value: string): CertificateHeaderReading {
  const refused = new Set<CertificateFormatCause>();
  const reader = new HeaderReader(refused);
  const ders = value.length > MAX_CHARACTERS ? [] : reader.read(value.trim(), 0);
  const readings = ders.map(readCertificate);
  const certificates = readings.flatMap((reading) => (reading.ok ? [reading.certificate] : []));
  const [certificate, ...others] = certificates;
  if (certificate === undefined) {
    if (ders.some(isPrivateKey)) refused.add('private-key');
    const failed = readings.find((reading) => !reading.ok);
    const reason = failed?.ok === false ? failed.reason : 'it is not Base64 of a certificate';
    return { others: [], refused: [...refused], reason };
  }
  for (const cause of keyProblems(certificate)) refused.add(cause);
  const tolerated = reader.tolerated === undefined ? {} : { tolerated: reader.tolerated };
  return { certificate, others, refused: [...refused], ...tolerated };
}

function keyProblems({ keyType, keyBits, publicKey }: Certificate): CertificateFormatCause[] {
  if (keyType === 'rsa') return keyBits < KEY_BITS.least || keyBits > KEY_BITS.most ? ['key-size'] : [];
  return keyType === 'ec' || /^(?:ed|x)(?:25519|448)$/.test(publicKey.asymmetricKeyType ?? '')
    ? ['ec-key']
    : [];
}

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*)-----END \1-----/g;
const MAX_CERTIFICATES = 8;

class HeaderReader {
  tolerated: CertificateToleratedCause | undefined;
  private readonly refused: Set<CertificateFormatCause>;

  constructor(refused: Set<CertificateFormatCause>) {
    this.refused = refused;
  }

  /** The DER of each certificate; empty when there is none. Every step unwraps one layer, three at most. */
  read(text: string, depth: number): Uint8Array[] {
    const strict = decodeBase64(text);
    if (strict !== undefined) return this.readBytes(strict, depth);
    if (depth > 2) return [];
    if (/\\[nr]/.test(text)) {
      this.refused.add('literal-newline');
      return this.read(text.replaceAll(/(?:\\[nr])+/g, '\n').trim(), depth + 1);
    }
    if (/%[0-9A-Fa-f]{2}/.test(text))
      return this.unwrap('percent-encoded', percentDecoded(text).trim(), depth);
    if (text.includes('-----BEGIN ')) return this.readPem(text);
    if (text.includes(',')) return this.readList(text, depth);
    if (/\s/.test(text)) return this.unwrap('pem-spaces', text.replaceAll(/\s+/g, ''), depth);
    const loose = decodeBase64Url(text);
    if (loose === undefined) return [];
    this.note('base64url');
    return this.readBytes(loose, depth + 1);
  }

  private unwrap(cause: CertificateToleratedCause, text: string, depth: number): Uint8Array[] {
    this.note(cause);
    return this.read(text, depth + 1);
  }

  private note(cause: CertificateToleratedCause): void {
    if (!this.refused.has('literal-newline')) this.tolerated ??= cause;
  }

  private readBytes(bytes: Buffer, depth: number): Uint8Array[] {
    if (bytes.subarray(0, 11).toString('latin1') === '-----BEGIN ' && depth < 3) {
      this.note('base64-of-pem');
      return this.readPem(bytes.toString('latin1'));
    }
    const length = derLength(bytes);
    if (length === undefined || length >= bytes.length) return [bytes];
    const next = derLength(bytes.subarray(length));
    if (next === undefined) return [bytes];
    this.refused.add('several');
    return [bytes.subarray(0, length), bytes.subarray(length, length + next)];
  }

  private readPem(text: string): Uint8Array[] {
    const blocks = [...text.matchAll(PEM_BLOCK)];
    if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) this.refused.add('private-key');
    const bodies = blocks
      .filter(([, label = '']) => /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label))
      .map(([, , body = '']) => body);
    if (bodies.length > 1) this.refused.add('several');
    this.note(bodies.some((body) => /\s/.test(body)) ? 'pem-spaces' : 'pem-one-line');
    return bodies
      .slice(0, MAX_CERTIFICATES)
      .map((body) => decodeBase64(body.replaceAll(/\s+/g, '')) ?? NOTHING);
  }

  private readList(text: string, depth: number): Uint8Array[] {
    this.refused.add('several');
    return text
      .split(',', MAX_CERTIFICATES)
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .flatMap((item) => this.read(item, depth + 1));
  }
}

const NOTHING = new Uint8Array();

/** The length of the SEQUENCE that the bytes begin with, its header included; undefined when there is none. */
function derLength(bytes: Uint8Array): number | undefined {
  const [tag, first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (tag !== 0x30 || bytes.length < 2) return undefined;
  if (first < 0x80) return 2 + first;
  if (first === 0x81) return 3 + second;
  if (first === 0x82) return 4 + second * 256 + third;
  return first === 0x83 ? 5 + (second * 256 + third) * 256 + fourth : undefined;
}

function isPrivateKey(bytes: Uint8Array): boolean {
  if (bytes.length > 16 * 1024) return false;
  const key = Buffer.from(bytes);
  return (['pkcs8', 'pkcs1', 'sec1'] as const).some((type) => {
    try {
      createPrivateKey({ key, format: 'der', type });
      return true;
    } catch {
      return false;
    }
  });
}

/** Octets are enough: what is encoded here is Base64 or PEM. */
function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
