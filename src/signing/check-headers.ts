import { findNearest } from '../core/nearest.ts';
import { trimBlanks } from '../core/octets.ts';
import { formatDuration } from '../values/duration.ts';
import type { Operation } from '../wire/operations.ts';
import type { FindingCause, Report } from './findings.ts';
import { parseLenientDate, readHttpDate, writeHttpDate } from './http-date.ts';
import type { SignatureHeader } from './signature-header.ts';
import {
  buildSigningLine,
  type Dialect,
  type HeaderIndex,
  REQUEST_TARGET,
  SIGNED_HEADERS,
  type SignableMessage,
  type SigningLine,
} from './signing-string.ts';

/** The largest offset of a time zone from GMT. */
const MAX_ZONE_HOURS = 14;

/**
 * Checks the Date header and returns its distance from the clock in whole seconds: positive if Date is earlier,
 * negative if it is later, undefined if it can't be parsed. A part of a second in the future counts as a whole second.
 * Exactly the seconds that the dialect allows are accepted.
 * @see G4-date-missing, G4-date-format, G4-date-skew, I-authentication-3-signing-string, I-limits-clock
 */
export function checkDate(
  index: HeaderIndex,
  at: number,
  { maxSkewSeconds }: Dialect,
  report: Report,
): number | undefined {
  const values = index.get('date');
  if (values === undefined) {
    const detail = describeNearHeader('Date', index);
    report('date-missing', { header: 'date', detail, expected: writeHttpDate(at) });
    return undefined;
  }
  const text = trimBlanks(values.join(', '));
  const read = readHttpDate(text);
  const details = () => ({ header: 'date', expected: writeHttpDate(at), found: text });
  if (!read.ok) report('date-format', { cause: read.cause, ...details() });
  const time = read.time ?? parseLenientDate(text);
  if (time === undefined) return undefined;
  // Date has whole seconds: in the past the fraction belongs to the sender, in the future to the clock.
  const skewSeconds = Math.floor((at - time) / 1000);
  const distance = Math.abs(skewSeconds);
  if (distance <= maxSkewSeconds) return skewSeconds;
  const hours = Math.round(distance / 3600);
  const isZone = hours >= 1 && hours <= MAX_ZONE_HOURS && Math.abs(distance - hours * 3600) <= maxSkewSeconds;
  const side = skewSeconds > 0 ? 'behind' : 'ahead of';
  const detail = isZone ? `It's ${hours} h ${side} it.` : `It's ${formatDuration(distance)} ${side} it.`;
  report(isZone ? 'date-skew-timezone' : 'date-skew', { ...details(), detail });
  return skewSeconds;
}

/** The lines of the signing string; `complete` is true if every listed name has a line. */
export interface ListedLines {
  readonly lines: readonly SigningLine[];
  readonly complete: boolean;
  /** The names of the headers list. */
  readonly listed?: readonly string[];
  /** The lines that may have been signed if there is no list, the most likely first. */
  readonly assumed?: readonly (readonly SigningLine[])[];
}

/**
 * Checks that every listed header is sent and that every required header is listed. Without a list the draft signs only
 * the date.
 * @see G3-all-checks, G4-required-header-not-signed
 */
export function checkListedHeaders(
  message: SignableMessage,
  index: HeaderIndex,
  names: readonly string[] | undefined,
  { signedHeaders }: Dialect,
  report: Report,
): ListedLines {
  const listed = names ?? ['date'];
  const lines: SigningLine[] = [];
  for (const name of listed) {
    const line = buildSigningLine(message, index, name);
    if (line !== undefined) lines.push(line);
    else if (names !== undefined) {
      const near = findNearHeader(name, index);
      const named = `It is ${name.length > 60 ? `${name.slice(0, 60)}…` : name}.`;
      const detail = `${named} ${describeNearHeader(name, index) ?? ''}`.trim();
      const remedy = near && `Send it under the name ${name}, not ${near}.`;
      const shown = near ? { expected: name, found: near } : listNames(names, index, signedHeaders);
      report('listed-header-absent', { header: name, detail, remedy, ...shown });
    }
  }
  if (names === undefined)
    return { lines, complete: false, assumed: listUsualLines(message, index, signedHeaders) };
  for (const header of signedHeaders) {
    if (!index.has(header) || names.includes(header)) continue;
    const shown = listNames(names, index, signedHeaders);
    report('required-header-not-signed', { header, detail: `It is ${header}.`, ...shown });
  }
  return { lines, complete: lines.length === listed.length, listed };
}

/** Lists the lines that clients usually sign, without and with (request-target). */
function listUsualLines(
  message: SignableMessage,
  index: HeaderIndex,
  signedHeaders: readonly string[],
): SigningLine[][] {
  const lineOf = (name: string) => buildSigningLine(message, index, name);
  return [signedHeaders, [REQUEST_TARGET, ...signedHeaders]].map((names) =>
    names.map(lineOf).filter((line) => line !== undefined),
  );
}

/** Lists the given names that the request has, then the other required names. */
function listNames(names: readonly string[], index: HeaderIndex, signedHeaders: readonly string[]) {
  const sent = names.filter((name) => name === REQUEST_TARGET || index.has(name));
  const missing = signedHeaders.filter((name) => index.has(name) && !names.includes(name));
  return { expected: [...sent, ...missing].join(' '), found: names.join(' ') };
}

/**
 * Reports the headers that the operation requires and the request lacks, in one warning: the signature is valid without
 * them. Headers that the signature lists have a finding of their own.
 * @see G4-required-header-absent, D3-header-matrix
 */
export function checkRequiredHeaders(
  operation: Operation,
  index: HeaderIndex,
  signed: readonly string[],
  report: Report,
): void {
  const { required, requiredOneOf = [] } = operation.headers;
  const isMissing = (name: string) => !index.has(name.toLowerCase()) && !signed.includes(name.toLowerCase());
  const missing = ['X-Request-ID', ...required].filter(isMissing);
  const [first] = requiredOneOf;
  const isAnyMissing = first !== undefined && requiredOneOf.every(isMissing);
  const names = [...missing, ...(isAnyMissing ? [requiredOneOf.join(' or ')] : [])];
  const header = missing[0] ?? (isAnyMissing ? first : undefined);
  if (header === undefined) return;
  const near = [...missing, ...(isAnyMissing ? requiredOneOf : [])]
    .map((name) => describeNearHeader(name, index))
    .filter((text) => text !== undefined);
  const detail = [`Missing: ${names.join(', ')}.`, ...near].join(' ');
  report('required-header-absent', { header: header.toLowerCase(), detail });
}

/** Headers whose names are similar to others but correct. */
const KNOWN: ReadonlySet<string> = new Set([
  ...SIGNED_HEADERS,
  ...(
    'x-request-id tpp-session-id tpp-redirect-preferred tpp-brand-logging-information ' +
    'tpp-explicit-authorisation-preferred tpp-rejection-nofunds-preferred psu-context psu-ip-address ' +
    'psu-ip-port psu-http-method psu-device-id psu-geo-location tpp-nok-redirect-uri ' +
    'tpp-signature-certificate aspsp-signature-certificate x-psu-identity x-accept-fix'
  ).split(' '),
]);

/** The comparison time is the product of the lengths. */
const MAX_LENGTH = 60;
const MAX_NAMES = 100;

/**
 * Finds the sent header that a missing name probably means.
 * @returns its name in lower case; undefined where none is near
 * @see G4-near-header
 */
function findNearHeader(name: string, index: HeaderIndex): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const sent = [...index.keys()].filter((one) => one.length <= MAX_LENGTH && !KNOWN.has(one));
  const wanted = name.toLowerCase();
  const prefixed = sent.find((one) => one === `x-${wanted}`);
  return prefixed ?? findNearest(wanted, sent.slice(0, MAX_NAMES));
}

/** Describes the most similar header in a sentence; returns undefined if there is none. */
export function describeNearHeader(name: string, index: HeaderIndex): string | undefined {
  const near = findNearHeader(name, index);
  return near === undefined ? undefined : `The request has ${near}, which may be a misspelling of ${name}.`;
}

/** Checks the algorithm parameter. @see I-authentication-3-algorithm */
export function checkAlgorithm(
  { parameters, isPartial }: SignatureHeader,
  { algorithms }: Dialect,
  report: Report,
): void {
  if (parameters === undefined) return;
  const { algorithm: found } = parameters;
  const [expected] = algorithms;
  if (found === undefined && isPartial === true) return;
  if (found === undefined) report('algorithm-missing', { expected });
  else if (!algorithms.includes(found))
    report('algorithm-unexpected', { cause: findAlgorithmCause(found), expected, found });
}

function findAlgorithmCause(algorithm: string): FindingCause<'algorithm-unexpected'> {
  const name = algorithm.slice(0, 64).toLowerCase();
  if (/^(?:none|md5|sha-?\d+)with/.test(name)) return 'java-name';
  return name === 'hs2019' || name === 'rsa-sha512' ? name : 'other';
}
