import type { FindingCause } from './findings.ts';

/** What may have been hashed in place of a body. */
export interface BodyCandidate {
  readonly cause: FindingCause<'digest-mismatch'>;
  readonly bytes: Uint8Array;
  /** Its name, after "the hash of": `the body without its final LF`. */
  readonly what: string;
  /** Where what the cause advises would be of the other side. */
  readonly remedy?: string;
}

/** The same before it is encoded. */
export interface TextCandidate extends Omit<BodyCandidate, 'bytes'> {
  readonly text: string;
}

export function encoded({ text, ...rest }: TextCandidate): BodyCandidate {
  return { ...rest, bytes: Buffer.from(text, 'utf8') };
}
