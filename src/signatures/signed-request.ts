import { writeCurl, writeHttp } from '../captures/write.ts';
import { harmless, harmlessJson } from '../cli/foreign-text.ts';
import type { Presentation } from '../cli/presentation.ts';
import type { Header } from '../message.ts';
import { shellWord } from '../own-file.ts';
import type { ConnectionFiles } from '../transport/kept.ts';

export interface SignedShown {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
  readonly signingString: string;
}

/** The ways in which `sign` prints a request. @see C-sign-format-curl, C-sign */
export const SIGNED_FORMATS = ['headers', 'curl', 'http', 'json', 'signing-string'] as const;
export type SignedFormat = (typeof SIGNED_FORMATS)[number];

type Write = (signed: SignedShown, curlOptions: readonly string[]) => string | Uint8Array;

const WRITERS: Readonly<Record<SignedFormat, Write>> = {
  headers: ({ headers }) => octets(headers.map(([name, value]) => `${name}: ${value}\n`).join('')),
  curl: (signed, options) => `${writeCurl(requestOf(signed), originOf(signed), options)}\n`,
  http: (signed) => writeHttp(requestOf(signed), originOf(signed)),
  json: (signed) => `${harmlessJson(signed)}\n`,
  'signing-string': ({ signingString }) => octets(signingString),
};

/**
 * Exactly the bytes of the format, unless a terminal reads them; `--quiet` prints nothing else.
 * @param curlOptions what a curl command has beside the request
 * @see C-quiet
 */
export function signedRequest(
  format: SignedFormat,
  curlOptions: readonly string[] = [],
): Presentation<SignedShown> {
  const bytes = (signed: SignedShown) => Buffer.from(WRITERS[format](signed, curlOptions));
  return {
    bytes,
    text: (signed) =>
      bytes(signed)
        .toString('utf8')
        .split('\n')
        .map((line) => harmless(line.replace(/\r$/, ''), Number.POSITIVE_INFINITY))
        .join('\n')
        .trimEnd(),
  };
}

function octets(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function originOf({ url }: SignedShown): string {
  return /^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
}

function requestOf(signed: SignedShown) {
  const { method, url, headers, bodyBase64 } = signed;
  return {
    method,
    target: url.slice(originOf(signed).length),
    headers,
    body: Buffer.from(bodyBase64, 'base64'),
  };
}

/** What curl needs for the connection, one option a line, for bash. @see C-curl */
export function curlOptions({ caFile, certFile, certType, keyFile, tokenFile }: ConnectionFiles): string[] {
  // What follows a colon is a passphrase to curl.
  const cert = certFile?.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
  return [
    caFile && `--cacert ${shellWord(caFile)}`,
    cert && `--cert ${shellWord(cert)}`,
    certType && `--cert-type ${certType}`,
    keyFile && `--key ${shellWord(keyFile)}`,
    tokenFile && `-H "Authorization: Bearer $(cat ${shellWord(tokenFile)})"`,
  ].filter((option) => option !== undefined);
}
