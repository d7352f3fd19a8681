import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answersOk, proxied } from '../support/proxied.ts';
import { RawClient } from '../support/served.ts';

const GET = 'GET /v1/accounts';

async function silent(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the proxy ends the connection. */
async function lastWords(port: number, wire: string | Buffer): Promise<string> {
  const client = await RawClient.connectPlain(port);
  const chunks: Buffer[] = [];
  client.socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  client.write(wire);
  await once(client.socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

describe('bad guests of the proxy [S12-connections, S12-times, S11-proxy]', () => {
  it('that hold 1,100 connections and say nothing keep nobody out', async () => {
    const { port, host, say, unexpected } = await proxied(answersOk);
    for (let count = 0; count < 1100; count += 100) {
      await Promise.all(Array.from({ length: 100 }, () => silent(port)));
    }
    expect(await say(GET, [host])).toMatchObject({ status: 200 });
    expect(unexpected).toEqual([]);
  });

  it('that send by the byte are told that their time is over, and others are served meanwhile', async () => {
    const limits = { headersMilliseconds: 300, requestMilliseconds: 600, checkMilliseconds: 50 };
    const { port, host, say, came } = await proxied(answersOk, { server: { limits } });
    const head = `POST /v1 HTTP/1.1\r\n${host}\r\nContent-Length: 9\r\n`;
    const slow = [lastWords(port, 'GET /v1'), lastWords(port, `${head}\r\nha`)];
    expect((await say(GET, [host])).status).toBe(200);
    for (const words of await Promise.all(slow)) {
      expect(words).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nPSD2-Proxy: refused\r\n/);
    }
    expect(came).toHaveLength(1);
  });
});
