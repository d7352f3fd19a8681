import type { Header } from '../../message.ts';
import { PROXY_HEADER } from './refusals.ts';
import { holdsToken } from './token.ts';

/** Of one connection alone (RFC 9110 7.6.1), whether Connection names them or not. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Written anew for the way to the bank: its host, the length of what is sent; 100 is answered here. */
const WRITTEN_ANEW: ReadonlySet<string> = new Set(['host', 'content-length', 'expect']);

/**
 * The headers of a request that go on to the bank, as they came, in order, case and repeats. The proxy's token isn't the
 * bank's to know: a client that follows a link sends the whole URL in Referer, and what stands between in other headers.
 * @see S11-proxy
 */
export function requestHeaders(headers: readonly Header[], token: string | undefined): Header[] {
  const own =
    token === undefined
      ? headers
      : headers.filter((header) => !header.some((part) => holdsToken(part, token)));
  return without(own, (name) => WRITTEN_ANEW.has(name));
}

/**
 * The headers of an answer that go on to the client: none that lets a page read it, and none that is the proxy's own.
 * @see S11-proxy
 */
export function answerHeaders(headers: readonly Header[]): Header[] {
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return without(
    headers,
    (name) => isForPages(name) || name === OURS || (isChunked && name === 'content-length'),
  );
}

const OURS = PROXY_HEADER.toLowerCase();

function isForPages(name: string): boolean {
  return name.startsWith('access-control-') || name === 'timing-allow-origin';
}

function without(headers: readonly Header[], isLeftOut: (name: string) => boolean): Header[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
  return headers.filter(([given]) => {
    const name = given.toLowerCase();
    const isOfConnection = HOP_BY_HOP.has(name) || name.startsWith('proxy-') || named.includes(name);
    return !isOfConnection && !isLeftOut(name);
  });
}
