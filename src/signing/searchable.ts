import { type HttpRequest, headerValue } from '../message.ts';

/**
 * Whether the hash of a request's signing string gives away what is struck out of the request. All else in the string is
 * shown, or known to whoever knows the TPP: with a body's digest in it, the one value that is missing (an account, an
 * amount) could be searched for, unless a secret is in the string too.
 * @see S10-traces: nothing is left to search against the Digest
 */
export function isSearchable({ headers, body }: HttpRequest): boolean {
  return body.length > 0 && !SECRET_STATE.test(headerValue(headers, 'TPP-Redirect-URI') ?? '');
}

/** The state of a callback, of 128 bits. @see S9-callback */
const SECRET_STATE = /\/cb\/[A-Za-z0-9_-]{22,}$/;
