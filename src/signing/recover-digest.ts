import { bodyCandidates } from './body-candidates.ts';
import type { Budget } from './budget.ts';
import { type DigestValue, digestOf } from './digest.ts';
import type { FindingCause } from './findings.ts';

/**
 * Which change of the body makes the digest right.
 * @see signing.md §3, §4 digest-mismatch
 */
export function recoverDigest(
  body: Uint8Array,
  { algorithm, hash }: DigestValue,
  contentEncoding: string | undefined,
  budget: Budget,
): FindingCause<'digest-mismatch'> {
  if (!budget.allows(body.length)) return 'not-searched';
  for (const { cause, bytes } of bodyCandidates(body, contentEncoding, budget.decompress)) {
    if (budget.isSpentAfter(bytes.length)) return 'not-searched';
    if (digestOf(algorithm, bytes).equals(hash)) return cause;
  }
  const isEncoded = contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity';
  return isEncoded && budget.decompress === undefined ? 'content-encoding' : 'unknown';
}
