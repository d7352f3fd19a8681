import type { HttpRequest } from '../message.ts';
import { bodyCandidates } from './body-candidates.ts';
import { writeDigest } from './digest.ts';

/** The value of Digest as it may have been when it was signed: that of another body. */
export interface OtherDigest {
  /** The whole value of the header. */
  readonly value: string;
  /** One sentence more of what the body was then. */
  readonly says?: string;
}

/** Longer bodies are not written otherwise. */
const MAX_BODY_BYTES = 8192;
const MAX_BODIES = 40;

/**
 * Digests of what the body may have been when the request was signed, where body and Digest were changed together
 * after it; the likeliest first, so that whoever has little time takes the first of them.
 * @see G4-signature-invalid-value
 */
export function* otherDigests({ body }: HttpRequest): Generator<OtherDigest> {
  for (const algorithm of ['SHA-256', 'SHA-512'] as const) yield { value: writeDigest(body, algorithm) };
  yield { value: writeDigest(new Uint8Array()) };
  if (body.length > MAX_BODY_BYTES) return;
  let count = 0;
  for (const { bytes } of bodyCandidates(body, undefined, undefined)) {
    yield { value: writeDigest(bytes) };
    count += 1;
    if (count >= MAX_BODIES) return;
  }
}
