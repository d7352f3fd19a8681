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

/** Who sees the very messages that leave and come, signed as they are. */
export interface Watcher {
  leaves(request: HttpRequest): void;
  /** @param milliseconds from the request's leaving on */
  answered(request: HttpRequest, response: HttpResponse, milliseconds: number): void;
  /** No answer came. */
  lost(request: HttpRequest, fault: unknown, milliseconds: number): void;
}

/** Shows every exchange to a watcher, and changes nothing of it. @see C-verbose */
export function watched(
  transport: Transport,
  watcher: Watcher,
  /** Monotonic milliseconds. */
  stopwatch: () => number,
): Transport {
  return async (request) => {
    watcher.leaves(request);
    const startedAt = stopwatch();
    const past = () => Math.round((stopwatch() - startedAt) * 10) / 10;
    try {
      const response = await transport(request);
      watcher.answered(request, response, past());
      return response;
    } catch (fault) {
      watcher.lost(request, fault, past());
      throw fault;
    }
  };
}
