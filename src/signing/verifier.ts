import type { HttpRequest } from '../message.ts';
import { VerifierCaches } from './verifier-caches.ts';
import { type Verification, type VerifyOptions, verify } from './verify.ts';

/** Creates a verify function that caches certificates and keyIds, for checking many requests. */
export function createVerifier(): (request: HttpRequest, options: VerifyOptions) => Verification {
  const caches = new VerifierCaches();
  return (request, options) => verify(request, options, caches);
}
