import type { FindingCause } from './findings.ts';

/** What may have been hashed in place of a body. */
export interface BodyCandidate {
  readonly cause: FindingCause<'digest-mismatch'>;
  readonly bytes: Uint8Array;
  /** Whether there are too many like it to try them all: when time runs out among them, nothing likelier is left. */
  readonly isOneOfTooMany?: true;
}
