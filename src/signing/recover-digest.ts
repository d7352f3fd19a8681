import { bodyCandidates } from './body-candidates.ts';
import type { Budget } from './budget.ts';
import { type DigestValue, digestOf } from './digest.ts';
import type { FindingCause } from './findings.ts';

/** Why a digest is not that of the body, with the bytes it is of where they were found. */
export interface HashedBody {
  readonly cause: FindingCause<'digest-mismatch'>;
  /** In place of what the cause says. */
  readonly says?: string;
  readonly bytes?: Uint8Array;
}

/**
 * Which change of the body makes the digest right.
 * @see G3-any-issuer, G4-digest-mismatch
 */
export function recoverDigest(
  body: Uint8Array,
  { algorithm, hash }: DigestValue,
  contentEncoding: string | undefined,
  budget: Budget,
): HashedBody {
  if (!budget.allows(body.length)) return budget.ended();
  for (const candidate of bodyCandidates(body, contentEncoding, budget.decompress)) {
    if (budget.isSpentAfter(candidate.bytes.length))
      return isUnreadable(body, contentEncoding, budget) ? { cause: 'content-encoding' } : budget.ended();
    if (digestOf(algorithm, candidate.bytes).equals(hash)) return candidate;
  }
  return { cause: isUnreadable(body, contentEncoding, budget) ? 'content-encoding' : 'unknown' };
}

/** Whether a content coding is declared that can't be undone: the means are missing, or a gateway was before us. */
function isUnreadable(
  body: Uint8Array,
  contentEncoding: string | undefined,
  { decompress }: Budget,
): boolean {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return false;
  return decompress?.(body, coding) === undefined;
}
