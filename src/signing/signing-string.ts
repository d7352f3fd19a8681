import { type Header, type HttpRequest, headerValue } from '../message.ts';
import { isOctets, trimBlanks } from '../octets.ts';

/**
 * The signing string, one construction for signing and verifying.
 * @see I-authentication-3-signing-string
 * @see G1-signing-string, A-sign-verify-twins
 */

/** The name under which the method and the target are signed. */
export const REQUEST_TARGET = '(request-target)';

/** What must be signed when it is sent, in the order in which we sign it. @see G1-signed-headers */
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

export function indexHeaders(headers: readonly Header[]): HeaderIndex {
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
export function signingLine(
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
export function signingString(lines: readonly SigningLine[]): string {
  return lines.map(({ name, value }) => `${name}: ${value}`).join('\n');
}

/**
 * The octets that are hashed. Header values hold one character per octet on the wire; a value with characters
 * above FF was never octets and counts as UTF-8.
 */
export function signingBytes(text: string): Buffer {
  return Buffer.from(text, isOctets(text) ? 'latin1' : 'utf8');
}

/**
 * Whether the hash of a request's signing string gives away what is struck out of the request. All else in the string is
 * shown, or known to whoever knows the TPP: with a body's digest in it, the one value that is missing (an account, an
 * amount) could be searched for, unless a secret is in the string too.
 * @see S10-traces: nothing is left to search against the Digest
 */
export function isSearchable({ headers, body }: HttpRequest): boolean {
  return body.length > 0 && !SECRET_STATE.test(headerValue(headers, 'TPP-Redirect-URI') ?? '');
}

/** The state of a callback, of 128 bits. @see S9-callback */
const SECRET_STATE = /\/cb\/[A-Za-z0-9_-]{22,}$/;

/** What stands before the serial number and before the issuer. */
export interface KeyIdLabels {
  readonly serial: string;
  readonly issuer: string;
}

/** Those of this bank. */
export const KEY_ID_LABELS: KeyIdLabels = { serial: 'SN=', issuer: 'CA=' };

/**
 * What one bank asks of a signature, of all that the draft leaves open. The checks read it; a bank that asks
 * otherwise is another row.
 * @see G3-dialect
 */
export interface Dialect {
  readonly name: string;
  /** What stands before the serial number and before the issuer in keyId: `SN=…,CA=…`. */
  readonly keyId: KeyIdLabels;
  /** The header, in lower case, that the certificate stands in. */
  readonly certificateHeader: string;
  /** What must be signed when it is sent, in lower case. */
  readonly signedHeaders: readonly string[];
  /** Names of `algorithm` that are accepted, the expected one first. */
  readonly algorithms: readonly [expected: string, ...others: string[]];
  readonly hash: 'sha256' | 'sha512';
  /** How far Date may be off, in whole seconds: so many pass, one more does not. */
  readonly maxSkewSeconds: number;
}

/** @see I-authentication-3-key-id, I-authentication-3-algorithm, I-authentication-3-signing, I-limits-clock */
export const THIS_BANK: Dialect = {
  name: 'this bank',
  keyId: KEY_ID_LABELS,
  certificateHeader: 'tpp-signature-certificate',
  signedHeaders: SIGNED_HEADERS,
  algorithms: ['rsa-sha256'],
  hash: 'sha256',
  maxSkewSeconds: 60,
};

/** What the same bank signs of its answers. @see C-verify-answers */
export const ITS_ANSWERS: Dialect = {
  ...THIS_BANK,
  name: "this bank's answers",
  certificateHeader: 'aspsp-signature-certificate',
  signedHeaders: ['date', 'digest', 'x-request-id'],
};
