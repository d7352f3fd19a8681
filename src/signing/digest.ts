import { hash } from 'node:crypto';
import { decodeBase64, decodeBase64Url, decodeHex } from '../core/base64.ts';
import type { Problem } from './findings.ts';

/**
 * The Digest header, RFC 3230.
 * @see G1-digest, G2-digest, G4-digest-format, G4-unseen-digest
 */

export type DigestAlgorithm = 'SHA-256' | 'SHA-512';

const HASHES: Readonly<Record<DigestAlgorithm, { readonly name: string; readonly bytes: number }>> = {
  'SHA-256': { name: 'sha256', bytes: 32 },
  'SHA-512': { name: 'sha512', bytes: 64 },
};
const ALGORITHMS: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-512'];

export function hashBody(algorithm: DigestAlgorithm, body: Uint8Array): Buffer {
  return hash(HASHES[algorithm].name, body, 'buffer');
}

/** `SHA-256=<base64>` over the exact bytes. */
export function writeDigest(body: Uint8Array, algorithm: DigestAlgorithm = 'SHA-256'): string {
  return `${algorithm}=${hash(HASHES[algorithm].name, body, 'base64')}`;
}

/** The algorithm of a header that is, to the letter, what we write for this body. */
export function findMatchingAlgorithm(header: string, body: Uint8Array): DigestAlgorithm | undefined {
  return ALGORITHMS.find((known) => header.startsWith(known) && header === writeDigest(body, known));
}

/** `hex` and `base64-of-hex`: the hash was written as hexadecimal text, which is a hash of other bytes. */
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

/** Reads one value or a list of them; unknown algorithms are ignored beside a known one. */
export function readDigest(header: string): DigestReading {
  const usual = readUsual(header);
  if (usual !== undefined) return { values: [usual], problems: [] };
  if (header.length > MAX_CHARACTERS) return { values: [], problems: [{ tolerated: false }] };
  const items = header.split(',', MAX_ITEMS).map((item) => item.trim());
  const known = items.map(readItem).filter((item) => item !== 'unknown');
  const read = known.length > 0 ? known : items.map(readForeign);
  return {
    values: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** One value as it should be, without the detours of readItem. */
function readUsual(header: string): DigestValue | undefined {
  const algorithm = ALGORITHMS.find((known) => header.startsWith(known) && header[known.length] === '=');
  const bytes = algorithm && decodeBase64(header.slice(algorithm.length + 1));
  return algorithm && bytes?.length === HASHES[algorithm].bytes && !isHexOfShorter(bytes)
    ? { algorithm, hash: bytes, form: 'plain' }
    : undefined;
}

/** The hexadecimal of SHA-256 is as long as SHA-512. */
function isHexOfShorter(bytes: Buffer): boolean {
  return bytes.length === 64 && decodeHex(bytes.toString('latin1')) !== undefined;
}

const MAX_ITEMS = 16;
/** Two hashes have some 200 characters; what is longer by far is not looked into. */
const MAX_CHARACTERS = 8192;

/** A value under an unknown name, with no other beside it: told by the length of the hash, where it is one. */
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
  /** Undefined when it is no hash that is known. */
  readonly value?: DigestValue;
  readonly causes: readonly DigestCause[];
}

/** The value under a name, or under that of the algorithm whose hash is as long. */
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

/** The hexadecimal of SHA-512 and a line end. */
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

/** The bytes of MD5, SHA-1, SHA-224 and SHA-384. */
const OTHER_LENGTHS = [16, 20, 28, 48];

/** A hash alone: told by the length of what it decodes to. */
function withoutLabel(item: string): DigestValue | undefined {
  for (const algorithm of ALGORITHMS) {
    const { value } = readValue(algorithm, item);
    if (value?.algorithm === algorithm) return value;
  }
  return undefined;
}
