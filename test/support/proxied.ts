import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { PROXY_NO_FORWARD, proxyRefusal } from '../../src/server/proxy/gate.ts';
import {
  createProxyHandler,
  type ProxyHandlerOptions,
  type ProxyOutcome,
} from '../../src/server/proxy/handler.ts';
import { listLoopbackHosts } from '../../src/server/refusals.ts';
import { type ServeOptions, serve } from '../../src/server/serve.ts';
import { createHttpsTransport, type HttpsOptions } from '../../src/transport/https.ts';
import { readRequest, serveHttp } from './http-server.ts';
import { RawClient, SERVED_AT } from './served.ts';

export interface Wanted extends Partial<Omit<ProxyHandlerOptions, 'forward'>> {
  readonly server?: Partial<ServeOptions>;
  readonly limits?: HttpsOptions['limits'];
}

/** A signature that a test can see: it tells over which target and body it was made. */
async function markSigned(request: HttpRequest): Promise<HttpRequest> {
  const signature = `over="${request.method} ${request.target}",bytes="${request.body.byteLength}"`;
  return { ...request, headers: [...request.headers, ['Signature', signature]] };
}

/** A bank of the test's on loopback, which answers each request that is whole. */
export async function bankBehind(answers: RequestListener) {
  const came: Awaited<ReturnType<typeof readRequest>>[] = [];
  const origin = await serveHttp(async (request, response) => {
    came.push(await readRequest(request));
    answers(request, response);
  });
  return { came, origin };
}

/** The proxy's handler in front of an origin, over plain HTTP on loopback; it ends with the test. */
export async function proxyTo(
  { origin, ca }: Pick<HttpsOptions, 'origin' | 'ca'>,
  { server: more, limits, ...own }: Wanted = {},
) {
  const way = createHttpsTransport({
    ...{ origin, ...(ca === undefined ? {} : { ca }) },
    ...(limits === undefined ? {} : { limits }),
  });
  const told: ProxyOutcome[] = [];
  const unexpected: unknown[] = [];
  let port = 0;
  const handler = createProxyHandler({
    ...{ basePath: '', readsOnly: false, sign: markSigned, forward: way.stream },
    ...{ clock: () => SERVED_AT, stopwatch: () => performance.now(), keptBytes: 1024 },
    hosts: () => listLoopbackHosts(port),
    onProxied: (proxied) => told.push(proxied),
    ...own,
  });
  const server = await serve({
    ...{
      handle: handler.handle,
      onOverdue: handler.stop,
      port,
      hearsOut: false,
      tunnelRefusal: PROXY_NO_FORWARD,
      answerRefusal: (refusal, now) => proxyRefusal(refusal, now),
    },
    ...{ clock: () => SERVED_AT, onUnexpected: (fault) => void unexpected.push(fault) },
    ...more,
  });
  port = server.port;
  onTestFinished(async () => {
    await server.close();
    await way.close();
  });
  return { ...server, told, unexpected, cutOff: handler.cutOff };
}

/** Both: what most tests of the proxy look at. */
export async function proxied(answers: RequestListener, wanted: Wanted = {}) {
  const { origin, came } = await bankBehind(answers);
  const proxy = await proxyTo({ origin }, wanted);
  return { ...proxy, origin, came, say: speakerAt(proxy.port), host: `Host: 127.0.0.1:${proxy.port}` };
}

export const answersOk: RequestListener = (_, response) => void response.end('ok');

/** What a port says to one request, as it stands on the wire. */
export function speakerAt(port: number) {
  return async (startLine: string, headers: readonly string[], body: string | Buffer = '') => {
    const client = await RawClient.connectPlain(port);
    const length = body.length === 0 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    const lines = [`${startLine} HTTP/1.1`, ...headers, ...length, 'Connection: close'];
    client.write(`${lines.join('\r\n')}\r\n\r\n`, body);
    const [answer] = await client.closed();
    const text = answer?.body.toString() ?? '';
    const { headers: named = [] } = answer ?? {};
    return {
      status: Number(answer?.startLine.split(' ')[1]),
      names: named.map(([name]) => name.toLowerCase()),
      header: (name: string) => named.find(([one]) => one.toLowerCase() === name)?.[1],
      text,
      json: text.startsWith('{') ? JSON.parse(text) : undefined,
    };
  };
}
