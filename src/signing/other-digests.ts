import { type HttpRequest, headerValue } from '../message.ts';
import { bodyCandidates } from './body-candidates.ts';
import { type DigestAlgorithm, digestOf, writeDigest } from './digest.ts';

/** The value of Digest as it may have been when it was signed: that of another body. */
export interface OtherDigest {
  /** The whole value of the header. */
  readonly value: string;
  /** One sentence more of what the body was then. */
  readonly says?: string;
  /** How much was hashed to make it: the search pays for it. */
  readonly hashedBytes: number;
}

const ALGORITHMS: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-512'];

/**
 * Digests of what the body may have been when the request was signed, where body and Digest were changed together
 * after it; the likeliest first, so that whoever has little time takes the first of them.
 * @see G4-signature-invalid-value
 */
export function* otherDigests({ headers, body }: HttpRequest): Generator<OtherDigest> {
  const sent = headerValue(headers, 'Digest')?.trim() ?? '';
  const hashedBytes = body.length;
  for (const algorithm of ALGORITHMS) {
    const says = sent.toUpperCase().startsWith(algorithm) ? undefined : `It was signed with ${algorithm}.`;
    yield { value: writeDigest(body, algorithm), hashedBytes, ...(says === undefined ? {} : { says }) };
  }
  const [label, algorithm] = labelOf(sent);
  for (const { bytes, what } of bodyCandidates(body, {})) {
    const value = label + digestOf(algorithm, bytes).toString('base64');
    yield { value, says: `The value that was signed is of ${what}.`, hashedBytes: bytes.length };
  }
}

/** The name under which the hash is sent, as it is written. */
function labelOf(sent: string): readonly [label: string, algorithm: DigestAlgorithm] {
  const label = /^[^=]*=/.exec(sent)?.[0] ?? '';
  return /^sha-?512=$/i.test(label)
    ? [label, 'SHA-512']
    : [/^sha-?256=$/i.test(label) ? label : 'SHA-256=', 'SHA-256'];
}
