import { hash } from 'node:crypto';
import { decodeBase64, decodeBase64Url, decodeHex } from '../core/base64.ts';
import type { Problem } from './findings.ts';

export type DigestAlgorithm = 'SHA-256' | 'SHA-512';

const HASHES = {
  'SHA-256': { name: 'sha256', bytes: 32 },
  'SHA-512': { name: 'sha512', bytes: 64 },
} as const;
export const ALGORITHMS: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-512'];

export function hashBody(algorithm: DigestAlgorithm, body: Uint8Array): Buffer {
  return hash(HASHES[algorithm].name, body, 'buffer');
}

/** Formats `SHA-256=<base64>` of the exact body bytes. */
export function writeDigest(body: Uint8Array, algorithm: DigestAlgorithm = 'SHA-256'): string {
  return `${algorithm}=${hash(HASHES[algorithm].name, body, 'base64')}`;
}

/** Returns the algorithm if the header equals the output of `writeDigest` for this body; else undefined. */
export function findMatchingAlgorithm(header: string, body: Uint8Array): DigestAlgorithm | undefined {
  return ALGORITHMS.find((known) => header.startsWith(known) && header === writeDigest(body, known));
}

/** One digest value. `hex` and `base64-of-hex`: the hash was written as hexadecimal text. */
export interface DigestValue {
  readonly algorithm: DigestAlgorithm;
  readonly hash: Buffer;
  readonly form: 'plain' | 'hex' | 'base64-of-hex';
}

type DigestProblem = Problem<'digest-format'>;
type DigestCause = NonNullable<DigestProblem['cause']>;

interface DigestReading {
  readonly values: readonly DigestValue[];
  readonly problems: readonly DigestProblem[];
}

/**
 * Parses a Digest header (RFC 3230) with one or more values; ignores unknown algorithms if there is a known one.
 * @see G1-digest, G2-digest, G4-digest-format, G4-unseen-digest
 */
export function readDigest(header: string): DigestReading {
  if (header.length > MAX_CHARACTERS) return { values: [], problems: [{ tolerated: false }] };
  const items = header.split(',', MAX_ITEMS).map((item) => item.trim());
  const known = items.map(readItem).filter((item) => item !== 'unknown');
  const read = known.length > 0 ? known : items.map(readForeign);
  return {
    values: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
    problems: read.flatMap(({ problems }) => problems),
  };
}

const MAX_ITEMS = 16;
/** Two hashes have about 200 characters; much longer values aren't parsed. */
const MAX_CHARACTERS = 8192;

/** Parses a single value with an unknown algorithm name by the length of the hash. */
function readForeign(item: string) {
  const value = withoutLabel(item.slice(item.indexOf('=') + 1));
  return value === undefined
    ? { problems: [{ tolerated: false }] }
    : { value, problems: [{ tolerated: false, cause: 'wrong-label' }] };
}

function readItem(item: string) {
  const bare = item.replace(/^=/, '');
  const alone = withoutLabel(bare);
  if (alone !== undefined) {
    const { causes } = readValue(alone.algorithm, bare);
    return { value: alone, problems: createRefusals(['no-algorithm', ...causes]) };
  }
  const equals = item.indexOf('=');
  const label = item.slice(0, equals);
  const algorithm = ALGORITHMS.find(
    (known) => known.replace('-', '') === label.toUpperCase().replace(/[-_]/, ''),
  );
  if (equals < 1 || algorithm === undefined) return 'unknown';
  const text = item.slice(equals + 1);
  const inner = /^:(.*):$/.exec(text)?.[1];
  const { value, causes } = readValue(algorithm, inner ?? text);
  const problems = createRefusals([
    ...(inner === undefined ? [] : ['structured-field' as const]),
    ...causes,
    ...(label.toUpperCase() === algorithm || causes.includes('wrong-label') ? [] : ['wrong-label' as const]),
  ]);
  if (value === undefined) return { problems: problems.length > 0 ? problems : [{ tolerated: false }] };
  const isLower = inner === undefined && label !== algorithm && label.toUpperCase() === algorithm;
  return { value, problems: isLower ? [...problems, { tolerated: true, cause: 'lower-case' }] : problems };
}

function createRefusals(causes: readonly DigestCause[]): DigestProblem[] {
  return causes.map((cause) => ({ tolerated: false, cause }));
}

interface Value {
  /** Undefined if it isn't a supported hash. */
  readonly value?: DigestValue;
  readonly causes: readonly DigestCause[];
}

/** Parses a value with an algorithm name; the length of the hash may select the other algorithm. */
function readValue(algorithm: DigestAlgorithm, text: string): Value {
  const hex = decodeHex(text.replaceAll(/[:-]/g, ''));
  if (hex !== undefined && detectAlgorithm(hex) !== undefined)
    return createHashValue(algorithm, hex, 'hex', []);
  const strict = decodeBase64(text);
  const bytes = strict ?? decodeBase64Url(text);
  if (bytes === undefined) return { causes: [] };
  const causes: DigestCause[] = strict === undefined ? ['base64url'] : [];
  const inner = decodeHex(bytes.subarray(0, MAX_HEX).toString('latin1').trimEnd());
  if (inner !== undefined && detectAlgorithm(inner) !== undefined)
    return createHashValue(algorithm, inner, 'base64-of-hex', causes);
  if (detectAlgorithm(bytes) !== undefined) return createHashValue(algorithm, bytes, 'plain', causes);
  return { causes: OTHER_LENGTHS.includes(bytes.length) ? ['wrong-label'] : [] };
}

/** The length of a SHA-512 hash in hexadecimal with a line end. */
const MAX_HEX = 130;

function detectAlgorithm(hash: Uint8Array): DigestAlgorithm | undefined {
  return ALGORITHMS.find((known) => HASHES[known].bytes === hash.length);
}

function createHashValue(
  label: DigestAlgorithm,
  hash: Buffer,
  form: DigestValue['form'],
  causes: readonly DigestCause[],
): Value {
  const algorithm = detectAlgorithm(hash) ?? label;
  const value = { algorithm, hash, form };
  return { value, causes: algorithm === label ? causes : [...causes, 'wrong-label'] };
}

/** The hash lengths of MD5, SHA-1, SHA-224 and SHA-384 in bytes. */
const OTHER_LENGTHS = [16, 20, 28, 48];

/** Parses a hash without an algorithm name by its decoded length. */
function withoutLabel(item: string): DigestValue | undefined {
  for (const algorithm of ALGORITHMS) {
    const { value } = readValue(algorithm, item);
    if (value?.algorithm === algorithm) return value;
  }
  return undefined;
}
