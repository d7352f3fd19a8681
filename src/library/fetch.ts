import { ConnectionDropped, type Header, type HttpRequest, type HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import type { Fetch } from './bank-types.ts';

/** Statuses without a body. */
const NO_BODY = [204, 205, 304];

/**
 * Creates a fetch function for the handler of a bank: the only function with web requests and responses.
 * @param base the URL that relative ones begin at; only its origin is there
 * @see A-web-fetch
 */
export function createFetch(transport: Transport, base: string): Fetch {
  const { origin } = new URL(base);
  return async (input, init) => {
    const isAddress = typeof input === 'string' || input instanceof URL;
    const request = new Request(isAddress ? new URL(input, `${base}/`) : input, init);
    const url = new URL(request.url);
    if (url.origin !== origin)
      throw createFetchError(new Error(`${url.origin} isn't this bank: it's at ${origin}.`));
    const { signal } = request;
    const message = await buildMessage(request, url);
    signal.throwIfAborted();
    const answer = await waitUnlessAborted(transport(message).catch(throwFetchError), signal);
    if (request.redirect === 'error' && answer.status >= 300 && answer.status < 400)
      throw createFetchError(new Error(`The bank answered ${answer.status}, a redirect.`));
    return buildResponse(answer, request.url);
  };
}

/** Builds the message that fetch would send, with its own Host, Accept and Content-Length. */
async function buildMessage(request: Request, url: URL): Promise<HttpRequest> {
  const body = new Uint8Array(await request.arrayBuffer());
  const headers: Header[] = [['host', url.host], ...request.headers];
  if (!request.headers.has('accept')) headers.push(['accept', '*/*']);
  if (body.length > 0) headers.push(['content-length', String(body.length)]);
  return { method: request.method, target: `${url.pathname}${url.search}`, headers, body };
}

function buildResponse({ status, headers: sent, body }: HttpResponse, url: string): Response {
  const headers = new Headers();
  for (const [name, value] of sent) headers.append(name, value);
  const response = new Response(NO_BODY.includes(status) ? null : Buffer.from(body), { status, headers });
  // The constructor of Response has no parameter for it.
  return Object.defineProperty(response, 'url', { value: url });
}

/** Rejects when the signal aborts; the bank completes the request, as when a client disconnects. */
function waitUnlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function throwFetchError(fault: unknown): never {
  if (!(fault instanceof ConnectionDropped)) throw createFetchError(fault);
  const cause = new Error('The bank dropped the connection without an answer.', { cause: fault });
  throw createFetchError(Object.assign(cause, { code: 'ECONNRESET' }));
}

/** Creates fetch's error for a missing response; the reason is its cause. */
function createFetchError(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}
