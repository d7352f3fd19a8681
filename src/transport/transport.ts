import type { HttpRequest, HttpResponse, StreamedResponse } from '../message.ts';

/** Carries a message to a bank and brings its answer. Decorators (signed) are transports too. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The same, with an answer that is handed on as it comes, until nobody waits for it any more. */
export type StreamTransport = (
  request: HttpRequest,
  waiting: { readonly whenOver: (act: () => void) => void },
) => Promise<StreamedResponse>;

/**
 * A connection that was reset is no news of the bank: servers close idle ones while a request is on its way. A request
 * that only reads goes once more when no byte of an answer had come.
 * @see S10-sent-again
 */
export function isReadAgain(method: string): boolean {
  return method === 'GET';
}

/** Of a request that has left and may change something. @see S10-outcome-unknown */
export const OUTCOME_UNKNOWN = 'The bank may have received the request. The outcome is unknown.';

/** What is known of a request that has left and has no answer. */
export function afterLeaving(method: string): string {
  return method === 'GET' ? 'Nothing was changed. Send it again.' : OUTCOME_UNKNOWN;
}
