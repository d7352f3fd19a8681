import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a TPP waits for the PSU that comes back, on the loopback. */
export interface ListeningTpp {
  /** TPP-Redirect-URI. */
  readonly uri: string;
  /** What came there, oldest first: the redirect's parameters of each GET. */
  readonly came: URLSearchParams[];
  close(): Promise<void>;
}

export async function listeningTpp(): Promise<ListeningTpp> {
  const came: URLSearchParams[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://tpp.invalid');
    if (pathname === PATH) came.push(searchParams);
    response.writeHead(pathname === PATH ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(
      '<!doctype html><html lang="en"><title>Back at the TPP</title><h1>Back at the TPP</h1></html>',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { uri: `http://127.0.0.1:${port}${PATH}`, came, close: () => closed(server) };
}

const PATH = '/cb/state';

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
