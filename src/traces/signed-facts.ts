import { createHash } from 'node:crypto';
import { type HttpRequest, headerValue } from '../message.ts';
import { signingBytes } from '../signing/signing-string.ts';
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

/**
 * All else in the string is shown, or known to whoever knows the TPP: with a body's digest in it, the one value that is
 * missing (an account, an amount) could be searched for, unless a secret is in the string too.
 * @see S10-traces: nothing is left to search against the Digest
 */
function isSearchable({ headers, body }: HttpRequest): boolean {
  return body.length > 0 && !SECRET_STATE.test(headerValue(headers, 'TPP-Redirect-URI') ?? '');
}

/** The state of a callback, of 128 bits. @see safety.md §9 Callback */
const SECRET_STATE = /\/cb\/[A-Za-z0-9_-]{22,}$/;
