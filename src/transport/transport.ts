import type { HttpRequest, HttpResponse } from '../message.ts';

/** Carries a message to a bank and brings its answer. Decorators (signed) are transports too. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
