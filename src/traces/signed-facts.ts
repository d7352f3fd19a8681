import { createHash } from 'node:crypto';
import type { HttpRequest } from '../message.ts';
import { isSearchable, signingBytes } from '../signing/signing-string.ts';
import { verify } from '../signing/verify.ts';

/** What may be told of a signature in place of what it was made from. @see S10-traces */
export interface SignedFacts {
  /** SHA-256 of the signing string, hexadecimal; absent where what is struck out could be tried out against it. */
  readonly signingStringSha256?: string;
  /** `valid`, or the code of the first error. */
  readonly verdict: string;
}

/** Undefined for a request that isn't signed, as an operator's. */
export function signedFacts(request: HttpRequest, at: number): SignedFacts | undefined {
  const { signingString, verdict } = verify(request, { at, recovery: false });
  if (signingString === null) return undefined;
  if (isSearchable(request)) return { verdict };
  const signingStringSha256 = createHash('sha256').update(signingBytes(signingString)).digest('hex');
  return { signingStringSha256, verdict };
}
