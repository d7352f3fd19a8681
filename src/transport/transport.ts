import type { HttpRequest, HttpResponse, StreamedResponse } from '../message.ts';

/** Carries a message to a bank and brings its answer. Decorators (signed) are transports too. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The same, with an answer that is handed on as it comes, until nobody waits for it any more. */
export type StreamTransport = (
  request: HttpRequest,
  waiting: { readonly whenOver: (act: () => void) => void },
) => Promise<StreamedResponse>;
