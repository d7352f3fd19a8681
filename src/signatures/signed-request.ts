import { writeCurl, writeHttp } from '../captures/write.ts';
import type { Presentation } from '../cli/presentation.ts';
import { sanitizeForTerminal, sanitizeJson } from '../cli/sanitize.ts';
import type { Header } from '../message.ts';
import { quoteForShell } from '../own-file.ts';
import type { ConnectionFiles } from '../transport/dry-run.ts';

export interface SignedRequestView {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
  readonly signingString: string;
}

/** The output formats of `sign`. @see C-sign-format-curl, C-sign */
export const SIGNED_FORMATS = ['headers', 'curl', 'http', 'json', 'signing-string'] as const;
export type SignedFormat = (typeof SIGNED_FORMATS)[number];

type Write = (signed: SignedRequestView, curlOptions: readonly string[]) => string | Uint8Array;

const WRITERS: Readonly<Record<SignedFormat, Write>> = {
  headers: ({ headers }) => encodeOctets(headers.map(([name, value]) => `${name}: ${value}\n`).join('')),
  curl: (signed, options) => `${writeCurl(buildRequest(signed), getOrigin(signed), options)}\n`,
  http: (signed) => writeHttp(buildRequest(signed), getOrigin(signed)),
  json: (signed) => `${sanitizeJson(signed)}\n`,
  'signing-string': ({ signingString }) => encodeOctets(signingString),
};

/**
 * Creates the view of a signed request: exactly the bytes of the format unless stdout is a terminal; the same with
 * `--quiet`.
 * @param curlOptions the options of a curl command besides the request
 * @see C-quiet
 */
export function createSignedRequestView(
  format: SignedFormat,
  curlOptions: readonly string[] = [],
): Presentation<SignedRequestView> {
  const bytes = (signed: SignedRequestView) => Buffer.from(WRITERS[format](signed, curlOptions));
  return {
    bytes,
    text: (signed) =>
      bytes(signed)
        .toString('utf8')
        .split('\n')
        .map((line) => sanitizeForTerminal(line.replace(/\r$/, ''), Number.POSITIVE_INFINITY))
        .join('\n')
        .trimEnd(),
  };
}

function encodeOctets(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function getOrigin({ url }: SignedRequestView): string {
  return /^[a-z]+:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
}

function buildRequest(signed: SignedRequestView) {
  const { method, url, headers, bodyBase64 } = signed;
  return {
    method,
    target: url.slice(getOrigin(signed).length),
    headers,
    body: Buffer.from(bodyBase64, 'base64'),
  };
}

/** Builds curl's options for the connection, one per line, for bash. @see C-curl */
export function buildCurlOptions({
  caFile,
  certFile,
  certType,
  keyFile,
  tokenFile,
}: ConnectionFiles): string[] {
  // curl would parse the text after a colon as a passphrase.
  const cert = certFile?.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
  return [
    caFile && `--cacert ${quoteForShell(caFile)}`,
    cert && `--cert ${quoteForShell(cert)}`,
    certType && `--cert-type ${certType}`,
    keyFile && `--key ${quoteForShell(keyFile)}`,
    tokenFile && `-H "Authorization: Bearer $(cat ${quoteForShell(tokenFile)})"`,
  ].filter((option) => option !== undefined);
}
