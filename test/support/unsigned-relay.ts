import { request as requestTo } from 'node:http';
import { serveHttp } from './http-server.ts';

/** What a client that can't sign leaves out. */
const SIGNING = /^(?:date|digest|signature|tpp-signature-certificate)$/i;

/** In front of a proxy: hands on what comes, as from a client that can't sign. @returns its base URL */
export async function unsignedRelay(proxyUrl: string): Promise<string> {
  const { hostname, port, pathname } = new URL(proxyUrl);
  const origin = await serveHttp((request, response) => {
    const { method = '', url = '', rawHeaders } = request;
    const headers = rawHeaders.flatMap((name, place) => {
      if (place % 2 !== 0 || SIGNING.test(name)) return [];
      return [name, /^host$/i.test(name) ? `${hostname}:${port}` : (rawHeaders[place + 1] ?? '')];
    });
    const onward = requestTo({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const base = pathname === '/' ? '' : pathname;
  return origin + base;
}
