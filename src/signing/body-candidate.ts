import type { FindingCause } from './findings.ts';

/** What may have been hashed in place of a body. */
export interface BodyCandidate {
  readonly cause: FindingCause<'digest-mismatch'>;
  readonly bytes: Uint8Array;
}
