import type { HttpRequest } from '../message.ts';
import { VerifierCaches } from './verifier-caches.ts';
import { type Verification, type VerifyOptions, verify } from './verify.ts';

/** A verify that remembers certificates and keyIds it has read, for those who check many requests. */
export function createVerifier(): (request: HttpRequest, options: VerifyOptions) => Verification {
  const caches = new VerifierCaches();
  return (request, options) => verify(request, options, caches);
}
