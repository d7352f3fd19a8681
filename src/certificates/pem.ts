import { decodeBase64 } from '../core/base64.ts';

/** One block of a PEM text: what its first line says it is, and its bytes. */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`, … */
  readonly label: string;
  readonly der: Uint8Array;
  /** Header lines (RFC 1421), as old encrypted keys have them; absent when there are none. */
  readonly headers?: readonly string[];
}

type PemReading =
  | { readonly ok: true; readonly blocks: readonly PemBlock[] }
  | { readonly ok: false; readonly reason: string };

const BEGIN = /^-----BEGIN ([A-Z0-9 ]+)-----$/;

/**
 * Reads the blocks of a PEM text (RFC 7468), in order. Text around the blocks is ignored, and so is white space at
 * line ends. Inside a block, everything else must be a header line or Base64.
 * A text without blocks returns an empty list.
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

/** Bytes as one PEM block, 64 characters a line. */
export function writePem({ label, der, headers = [] }: PemBlock): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  const above = headers.length === 0 ? [] : [...headers, ''];
  return [`-----BEGIN ${label}-----`, ...above, ...lines, `-----END ${label}-----`, ''].join('\n');
}
