import type { HttpRequest, HttpResponse, StreamedResponse } from '../message.ts';

/**
 * The function that sends a message to a bank and returns its response. Decorators such as `signRequests` are
 * transports too.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The same, with a streamed response. The signal aborts the exchange. */
export type StreamTransport = (request: HttpRequest, signal: AbortSignal) => Promise<StreamedResponse>;

/**
 * Checks whether a request may be retried. A connection reset implies nothing about the bank: servers close idle
 * connections while a request is in transit. A request that only reads is sent once more if no byte of a response had
 * arrived.
 * @see S10-sent-again
 */
export function isRetryable(method: string): boolean {
  return method === 'GET';
}

/** The text about a write that was sent. @see S10-outcome-unknown */
export const OUTCOME_UNKNOWN = 'The bank may have received the request. The outcome is unknown.';

/** Describes a request that was sent without a response. */
export function describeSentRequest(method: string): string {
  return method === 'GET' ? 'Nothing was changed. Send it again.' : OUTCOME_UNKNOWN;
}
