import type { HttpRequest, HttpResponse } from '../message.ts';
import type { Transport } from './transport.ts';

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
