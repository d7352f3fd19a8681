import { isOctets, trimBlanks } from '../core/octets.ts';
import { getHeader, type Header, type HttpRequest } from '../message.ts';

/**
 * The signing string, one construction for signing and verifying.
 * @see I-authentication-3-signing-string
 * @see G1-signing-string, A-sign-verify-twins
 */

/** The name under which the method and the target are signed. */
export const REQUEST_TARGET = '(request-target)';

/** Headers that must be signed when sent, in our order. @see G1-signed-headers */
export const SIGNED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

/** Names as the documentation writes them, by their lower-case forms. */
export const DOCUMENTED_NAMES: ReadonlyMap<string, string> = new Map(
  ['Date', 'Digest', 'X-Request-ID', 'PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI'].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
);

/** A request or a response; a response has no target to sign. */
export interface SignableMessage {
  readonly method?: string;
  readonly target?: string;
  readonly headers: readonly Header[];
}

export interface SigningLine {
  /** Lower-case. */
  readonly name: string;
  readonly value: string;
}

/** The values of every header by lower-case name, in the order sent, outer white space kept. */
export type HeaderIndex = ReadonlyMap<string, readonly string[]>;

export function createHeaderIndex(headers: readonly Header[]): HeaderIndex {
  const index = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const values = index.get(key);
    if (values === undefined) index.set(key, [value]);
    else values.push(value);
  }
  return index;
}

/** The line of one name; undefined when the message has no such header. */
export function buildSigningLine(
  message: SignableMessage,
  index: HeaderIndex,
  name: string,
): SigningLine | undefined {
  if (name === REQUEST_TARGET) {
    // An answer has neither, and headers alone don't say them.
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

/** `name: value` lines joined with LF, no final LF; an empty value leaves `name: `. */
export function buildSigningString(lines: readonly SigningLine[]): string {
  return lines.map(({ name, value }) => `${name}: ${value}`).join('\n');
}

/**
 * The octets that are hashed. Header values hold one character per octet on the wire; a value with characters
 * above FF was never octets and counts as UTF-8.
 */
export function encodeSigningString(text: string): Buffer {
  return Buffer.from(text, isOctets(text) ? 'latin1' : 'utf8');
}

/**
 * Tells whether the hash of a signing string reveals redacted values. With a body's digest in it, one missing value (an
 * account, an amount) could be found by trial, unless the string also contains a secret.
 * @see S10-traces: nothing is left to search against the Digest
 */
export function isSearchable({ headers, body }: HttpRequest): boolean {
  return body.length > 0 && !SECRET_STATE.test(getHeader(headers, 'TPP-Redirect-URI') ?? '');
}

/** The state of a callback, of 128 bits. @see S9-callback */
const SECRET_STATE = /\/cb\/[A-Za-z0-9_-]{22,}$/;

/** The labels before serial number and issuer. */
export interface KeyIdLabels {
  readonly serial: string;
  readonly issuer: string;
}

/** Those of this bank. */
export const KEY_ID_LABELS: KeyIdLabels = { serial: 'SN=', issuer: 'CA=' };

/**
 * A bank's choices where the draft leaves a signature's form open. The checks read it; another bank is another row.
 * @see G3-dialect
 */
export interface Dialect {
  readonly name: string;
  /** The labels before serial number and issuer in keyId: */
  readonly keyId: KeyIdLabels;
  /** The header, in lower case, that the certificate stands in. */
  readonly certificateHeader: string;
  /** Headers that must be signed when sent, in lower case. */
  readonly signedHeaders: readonly string[];
  /** Names of `algorithm` that are accepted, the expected one first. */
  readonly algorithms: readonly [expected: string, ...others: string[]];
  readonly hash: 'sha256' | 'sha512';
  /** How far Date may be off, in whole seconds: so many pass, one more does not. */
  readonly maxSkewSeconds: number;
}

/** @see I-authentication-3-key-id, I-authentication-3-algorithm, I-authentication-3-signing, I-limits-clock */
export const REQUEST_PROFILE: Dialect = {
  name: 'this bank',
  keyId: KEY_ID_LABELS,
  certificateHeader: 'tpp-signature-certificate',
  signedHeaders: SIGNED_HEADERS,
  algorithms: ['rsa-sha256'],
  hash: 'sha256',
  maxSkewSeconds: 60,
};

/** The form of the bank's signed answers. @see C-verify-answers */
export const RESPONSE_PROFILE: Dialect = {
  ...REQUEST_PROFILE,
  name: "this bank's answers",
  certificateHeader: 'aspsp-signature-certificate',
  signedHeaders: ['date', 'digest', 'x-request-id'],
};
