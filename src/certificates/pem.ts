import type { KeyObject } from 'node:crypto';
import { decodeBase64 } from '../core/base64.ts';

/** One block of a PEM text: its label and its bytes. */
export interface PemBlock {
  /** The label: `CERTIFICATE`, `PRIVATE KEY`, … */
  readonly label: string;
  readonly der: Uint8Array;
  /** The header lines (RFC 1421) of old encrypted keys; absent if there are none. */
  readonly headers?: readonly string[];
}

type PemReading =
  | { readonly ok: true; readonly blocks: readonly PemBlock[] }
  | { readonly ok: false; readonly reason: string };

const BEGIN = /^-----BEGIN ([A-Z0-9 ]+)-----$/;

/**
 * Parses the blocks of a PEM text (RFC 7468) in order. Ignores text around the blocks and white space at line ends.
 * Inside a block, all other text must be header lines or Base64. Returns an empty list for a text without blocks.
 * @see G2-pem
 */
export function readPem(text: string): PemReading {
  const blocks: PemBlock[] = [];
  let label: string | undefined;
  let base64 = '';
  let headers: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/).map((raw) => raw.trim())) {
    const begun = BEGIN.exec(line)?.[1];
    if (label === undefined) {
      label = begun;
      base64 = '';
      headers = [];
    } else if (begun !== undefined) {
      return { ok: false, reason: `the ${label} has no end` };
    } else if (line.startsWith('-----')) {
      const bytes = line === `-----END ${label}-----` && base64 !== '' ? decodeBase64(base64) : undefined;
      if (bytes === undefined)
        return { ok: false, reason: `the ${label} isn't Base64 between its two lines` };
      const der = new Uint8Array(bytes);
      blocks.push(headers.length === 0 ? { label, der } : { label, der, headers });
      label = undefined;
    } else if (line.includes(':')) {
      headers.push(line);
    } else {
      base64 += line;
    }
  }
  return label === undefined ? { ok: true, blocks } : { ok: false, reason: `the ${label} has no end` };
}

/** Writes bytes as one PEM block with 64 characters per line. */
export function writePem({ label, der, headers = [] }: PemBlock): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  const above = headers.length === 0 ? [] : [...headers, ''];
  return [`-----BEGIN ${label}-----`, ...above, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Writes certificates as PEM, one block each. */
export function writeCertificates(certificates: readonly Pick<PemBlock, 'der'>[]): string {
  return certificates.map(({ der }) => writePem({ label: 'CERTIFICATE', der })).join('');
}

/** Writes a private key as PEM, unencrypted. */
export function exportPem(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
