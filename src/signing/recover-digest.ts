import { isUtf8 } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import { bodyCandidates } from './body-candidates.ts';
import { type BodyMeans, isGzip } from './body-codings.ts';
import type { Budget } from './budget.ts';
import { type DigestValue, digestOf } from './digest.ts';
import type { FindingCause, Suspect } from './findings.ts';

/** Why a digest is not that of the body, with the bytes it is of where they were found. */
export interface HashedBody {
  readonly cause: FindingCause<'digest-mismatch'>;
  /** In place of what the cause says. */
  readonly says?: string;
  readonly remedy?: string | undefined;
  readonly bytes?: Uint8Array;
  readonly suspects?: readonly Suspect[];
}

/**
 * Which change of the body makes the digest right.
 * @see G3-any-issuer, G4-digest-mismatch
 */
export function recoverDigest(
  body: Uint8Array,
  value: DigestValue,
  { contentEncoding, sentAt }: Pick<BodyMeans, 'contentEncoding' | 'sentAt'>,
  budget: Budget,
): HashedBody {
  if (body.length === 0) return hashedForNothing(value);
  if (!budget.allows(body.length)) return budget.ended();
  const { decompress, compress } = budget;
  const means = { contentEncoding, sentAt, decompress, compress };
  for (const [name, written] of OTHER_ALGORITHMS) {
    if (budget.isSpentAfter(body.length)) return budget.ended();
    if (hashOf(name, body, 'buffer').equals(value.hash)) return hashedByOther(written, value);
  }
  for (const { cause, what, remedy, bytes } of bodyCandidates(body, means)) {
    if (budget.isSpentAfter(bytes.length)) return budget.ended();
    if (digestOf(value.algorithm, bytes).equals(value.hash))
      return { cause, says: `It's the hash of ${what}.`, remedy, bytes };
  }
  return notFound(body, means);
}

/** Nothing, and what it is written as, are few: they are tried without a search. */
function hashedForNothing({ algorithm, hash }: DigestValue): HashedBody {
  const fits = (bytes: Uint8Array) => digestOf(algorithm, bytes).equals(hash);
  for (const { cause, what, bytes } of bodyCandidates(new Uint8Array(), {}))
    if (fits(bytes)) return { cause, says: `It's the hash of ${what}, but the body is empty.`, bytes };
  const newline = ['\n', '\r\n', ' \r\n'].map((text) => Buffer.from(text)).find(fits);
  if (newline === undefined) return { cause: 'body-lost' };
  return {
    cause: 'missing-newline',
    says: "It's the hash of a line end, but the body is empty.",
    bytes: newline,
  };
}

/** Hashes as long as those of SHA-256 and SHA-512. */
const OTHER_ALGORITHMS: readonly (readonly [name: string, written: string])[] = [
  ['sha3-256', 'SHA3-256'],
  ['sha512-256', 'SHA-512/256'],
  ['blake2s256', 'BLAKE2s'],
  ['sha3-512', 'SHA3-512'],
  ['blake2b512', 'BLAKE2b'],
];

function hashedByOther(name: string, { algorithm }: DigestValue): HashedBody {
  const says = `It's the ${name} hash of the body, not ${algorithm}.`;
  return { cause: 'unknown', says, remedy: 'Hash the body with SHA-256.' };
}

/** A coding that is declared and can't be undone: the means are missing, or a gateway was before us. */
function notFound(body: Uint8Array, { contentEncoding, decompress }: BodyMeans): HashedBody {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  const isCompressed = isGzip(body) || (coding !== '' && !isUtf8(body));
  if (isCompressed && decompress?.(body, coding === '' ? 'gzip' : coding) === undefined) {
    const says = "The body is compressed, and the search for the cause can't undo that.";
    return { cause: 'not-searched', says };
  }
  if (coding === '' || coding === 'identity' || isCompressed) return { cause: 'unknown' };
  const header = 'content-encoding';
  const reason = `Content-Encoding says ${coding}, but the body isn't compressed: something may have undone it.`;
  return { cause: 'unknown', suspects: [{ header, reason }] };
}
