import { isOctets, trimBlanks } from '../core/octets.ts';
import { getHeader, type Header, type HttpRequest } from '../message.ts';

/** The name of the line with the method and the target. */
export const REQUEST_TARGET = '(request-target)';

/** The headers that must be signed if they are sent, in our order. @see G1-signed-headers */
export const SIGNED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

/** The header names in the spelling of the documentation, by their lower-case forms. */
export const DOCUMENTED_NAMES: ReadonlyMap<string, string> = new Map(
  ['Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
);

/** The limit of searched headers: the bank accepts 100, captures may contain more. @see G2-hostile-strings */
export const MAX_HEADERS = 1000;

/** A request or a response; a response has no target to sign. */
export interface SignableMessage {
  readonly method?: string;
  readonly target?: string;
  readonly headers: readonly Header[];
}

export interface SigningLine {
  /** The name in lower case. */
  readonly name: string;
  readonly value: string;
}

/** The values of every header by lower-case name, in the order sent, with their outer white space. */
export type HeaderIndex = ReadonlyMap<string, readonly string[]>;

/** @param onRepeated called with the lower-case name of each header that was sent before */
export function createHeaderIndex(
  headers: readonly Header[],
  onRepeated?: (name: string) => void,
): HeaderIndex {
  const index = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const values = index.get(key);
    if (values === undefined) {
      index.set(key, [value]);
      continue;
    }
    values.push(value);
    onRepeated?.(key);
  }
  return index;
}

/** Builds the line of one name; returns undefined if the message lacks the header. */
export function buildSigningLine(
  message: SignableMessage,
  index: HeaderIndex,
  name: string,
): SigningLine | undefined {
  if (name === REQUEST_TARGET) {
    // A response has neither, and headers alone don't contain them.
    if (!message.method || !message.target) return undefined;
    return { name, value: `${message.method.toLowerCase()} ${message.target}` };
  }
  const values = index.get(name);
  return (
    values && {
      name,
      value: values.length === 1 ? trimBlanks(values[0] ?? '') : values.map(trimBlanks).join(', '),
    }
  );
}

/**
 * Joins `name: value` lines with LF, without a final LF; an empty value gives `name: `. Signing and
 * verification share this construction.
 * @see I-authentication-3-signing-string, G1-signing-string, A-sign-verify-twins
 */
export function buildSigningString(lines: readonly SigningLine[]): string {
  return lines.map(({ name, value }) => `${name}: ${value}`).join('\n');
}

/**
 * Encodes the signing string as the bytes to hash. Header values have one character per byte on the wire; a value with
 * characters above FF was never bytes and is encoded as UTF-8.
 */
export function encodeSigningString(text: string): Buffer {
  return Buffer.from(text, isOctets(text) ? 'latin1' : 'utf8');
}

/**
 * Returns true if the hash of a signing string can reveal redacted values. If it contains a body's digest, one missing
 * value (an account, an amount) could be found by brute force, unless the string also contains a secret.
 * @see S10-traces: nothing is left to search against the Digest
 */
export function isSearchable({ headers, body }: HttpRequest): boolean {
  return body.length > 0 && !SECRET_STATE.test(getHeader(headers, 'TPP-Redirect-URI') ?? '');
}

/** Matches the state of a callback, which has 128 bits. @see S9-callback */
const SECRET_STATE = /\/cb\/[A-Za-z0-9_-]{22,}$/;

/** The labels before the serial number and the issuer. */
export interface KeyIdLabels {
  readonly serial: string;
  readonly issuer: string;
}

/** The labels of this bank. */
export const KEY_ID_LABELS: KeyIdLabels = { serial: 'SN=', issuer: 'CA=' };

/**
 * The choices of a bank where the draft leaves the form of signatures open. The checks read them; another bank is
 * another value.
 * @see G3-dialect
 */
export interface Dialect {
  readonly name: string;
  /** The labels before the serial number and the issuer in keyId. */
  readonly keyId: KeyIdLabels;
  /** The lower-case header that contains the certificate. */
  readonly certificateHeader: string;
  /** The lower-case headers that must be signed if they are sent. */
  readonly signedHeaders: readonly string[];
  /** The accepted values of `algorithm`, the expected one first. */
  readonly algorithms: readonly [expected: string, ...others: string[]];
  readonly hash: 'sha256' | 'sha512';
  /** The largest accepted deviation of Date, in whole seconds. */
  readonly maxSkewSeconds: number;
}

/**
 * The form of the requests to this bank.
 * @see I-authentication-3-key-id, I-authentication-3-algorithm, I-authentication-3-signing, I-limits-clock
 */
export const REQUEST_PROFILE: Dialect = {
  name: 'this bank',
  keyId: KEY_ID_LABELS,
  certificateHeader: 'tpp-signature-certificate',
  signedHeaders: SIGNED_HEADERS,
  algorithms: ['rsa-sha256'],
  hash: 'sha256',
  maxSkewSeconds: 60,
};

/** The form of the bank's signed responses. @see C-verify-answers */
export const RESPONSE_PROFILE: Dialect = {
  ...REQUEST_PROFILE,
  name: "this bank's answers",
  certificateHeader: 'aspsp-signature-certificate',
  signedHeaders: ['date', 'digest', 'x-request-id'],
};
