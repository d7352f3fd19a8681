import { hash } from 'node:crypto';
import { decodeBase64, decodeBase64Url, decodeHex } from './base64.ts';

/**
 * The Digest header, RFC 3230.
 * @see signing.md §1, §2, §4
 */

export type DigestAlgorithm = 'SHA-256' | 'SHA-512';

const HASHES: Readonly<Record<DigestAlgorithm, { readonly name: string; readonly bytes: number }>> = {
  'SHA-256': { name: 'sha256', bytes: 32 },
  'SHA-512': { name: 'sha512', bytes: 64 },
};
const ALGORITHMS: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-512'];

export function digestOf(algorithm: DigestAlgorithm, body: Uint8Array): Buffer {
  return hash(HASHES[algorithm].name, body, 'buffer');
}

/** `SHA-256=<base64>` over the exact bytes. */
export function writeDigest(body: Uint8Array, algorithm: DigestAlgorithm = 'SHA-256'): string {
  return `${algorithm}=${hash(HASHES[algorithm].name, body, 'base64')}`;
}

export type DigestCause = 'no-algorithm' | 'base64url' | 'wrong-label' | 'structured-field' | 'lower-case';

/** `hex` and `base64-of-hex`: the hash was written as hexadecimal text, which is a hash of other bytes. */
export interface DigestValue {
  readonly algorithm: DigestAlgorithm;
  readonly hash: Buffer;
  readonly form: 'plain' | 'hex' | 'base64-of-hex';
}

export interface DigestProblem {
  readonly tolerated: boolean;
  readonly cause?: DigestCause;
}

export interface DigestReading {
  readonly values: readonly DigestValue[];
  readonly problems: readonly DigestProblem[];
}

/** Reads one value or a list of them; unknown algorithms are ignored beside a known one. */
export function readDigest(header: string): DigestReading {
  const usual = readUsual(header);
  if (usual !== undefined) return { values: [usual], problems: [] };
  const values: DigestValue[] = [];
  const problems: DigestProblem[] = [];
  for (const item of header.split(',', MAX_ITEMS)) {
    const read = readItem(item.trim());
    if (read === 'unknown') continue;
    if (read.value !== undefined) values.push(read.value);
    if (read.problem !== undefined) problems.push(read.problem);
  }
  const isEmpty = values.length === 0 && problems.length === 0;
  return { values, problems: isEmpty ? [{ tolerated: false }] : problems };
}

/** One value as it should be, without the detours of readItem. */
function readUsual(header: string): DigestValue | undefined {
  const algorithm = ALGORITHMS.find((known) => header.startsWith(known) && header[known.length] === '=');
  const bytes = algorithm && decodeBase64(header.slice(algorithm.length + 1));
  return algorithm && bytes?.length === HASHES[algorithm].bytes
    ? { algorithm, hash: bytes, form: 'plain' }
    : undefined;
}

const MAX_ITEMS = 16;

interface Item {
  readonly value?: DigestValue;
  readonly problem?: DigestProblem;
}

function readItem(item: string): Item | 'unknown' {
  const bare = withoutLabel(item);
  if (bare !== undefined) return { value: bare, problem: { tolerated: false, cause: 'no-algorithm' } };
  const equals = item.indexOf('=');
  const label = item.slice(0, equals);
  const algorithm = ALGORITHMS.find(
    (known) => known.replace('-', '') === label.toUpperCase().replace(/[-_]/, ''),
  );
  if (equals < 1 || algorithm === undefined) return 'unknown';
  const text = item.slice(equals + 1);
  const inner = /^:(.*):$/.exec(text)?.[1];
  const { value, cause, broken } = readValue(algorithm, inner ?? text);
  const problem = firstProblem([
    [inner !== undefined, 'structured-field'],
    [cause !== undefined, cause],
    [label.toUpperCase() !== algorithm, 'wrong-label'],
  ]);
  if (problem !== undefined)
    return { ...(value && { value }), problem: { tolerated: false, cause: problem } };
  if (broken || value === undefined) return { problem: { tolerated: false } };
  return label === algorithm ? { value } : { value, problem: { tolerated: true, cause: 'lower-case' } };
}

function firstProblem(
  rows: readonly (readonly [boolean, DigestCause | undefined])[],
): DigestCause | undefined {
  return rows.find(([applies]) => applies)?.[1];
}

interface Value {
  readonly value?: DigestValue;
  readonly cause?: DigestCause;
  readonly broken?: boolean;
}

function readValue(algorithm: DigestAlgorithm, text: string): Value {
  const wanted = HASHES[algorithm].bytes;
  const hex = decodeHex(text);
  if (hex?.length === wanted) return { value: { algorithm, hash: hex, form: 'hex' } };
  const strict = decodeBase64(text);
  const bytes = strict ?? decodeBase64Url(text);
  if (bytes === undefined) return { broken: true };
  const cause = strict === undefined ? ({ cause: 'base64url' } as const) : {};
  const inner = bytes.length === 2 * wanted ? decodeHex(bytes.toString('latin1')) : undefined;
  if (inner !== undefined) return { value: { algorithm, hash: inner, form: 'base64-of-hex' }, ...cause };
  const labelled = ALGORITHMS.find((known) => HASHES[known].bytes === bytes.length);
  if (labelled === undefined) return { broken: true };
  const isRight = labelled === algorithm;
  return {
    value: { algorithm: labelled, hash: bytes, form: 'plain' },
    ...(isRight ? cause : { cause: 'wrong-label' }),
  };
}

/** A hash alone: told by the length of what it decodes to. */
function withoutLabel(item: string): DigestValue | undefined {
  for (const algorithm of ALGORITHMS) {
    const { value } = readValue(algorithm, item);
    if (value?.algorithm === algorithm) return value;
  }
  return undefined;
}
