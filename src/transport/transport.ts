import type { HttpRequest, HttpResponse, StreamedResponse } from '../message.ts';

/** Carries a message to a bank and brings its answer. Decorators (signed) are transports too. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The same, with an answer that is handed on as it comes, until the client disconnects. */
export type StreamTransport = (
  request: HttpRequest,
  waiting: { readonly whenOver: (act: () => void) => void },
) => Promise<StreamedResponse>;

/**
 * A connection that was reset is no news of the bank: servers close idle ones while a request is on its way. A request
 * that only reads goes once more when no byte of an answer had come.
 * @see S10-sent-again
 */
export function isRetryable(method: string): boolean {
  return method === 'GET';
}

/** Text about a write that was sent. @see S10-outcome-unknown */
export const OUTCOME_UNKNOWN = 'The bank may have received the request. The outcome is unknown.';

/** Describes a request that was sent without an answer. */
export function describeSentRequest(method: string): string {
  return method === 'GET' ? 'Nothing was changed. Send it again.' : OUTCOME_UNKNOWN;
}
