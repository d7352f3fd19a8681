import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Header } from '../../src/message.ts';

/** A server of plain HTTP on a free port of 127.0.0.1, which ends with the test. @returns its origin */
export async function serveHttp(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A request as it stood on the wire. */
export async function readRequest(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, place): Header[] =>
    place % 2 === 0 ? [[name, rawHeaders[place + 1] ?? '']] : [],
  );
  return { method, target: url, headers, body: Buffer.concat(chunks) };
}
