import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { SERVER_LIMITS, type ServerLimits } from '../../src/server/refusals.ts';
import { createHttpsTransport } from '../../src/transport/https.ts';
import { echo, RawClient, serveHandler, textAnswer, until } from '../support/served.ts';
import { runs } from '../support/sweep.ts';
import { connectTls, testTls } from '../support/tls.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';
const MIB = 1024 * 1024;

/** The times of the specification, a hundred times as fast. */
const FAST: Partial<ServerLimits> = {
  headersMilliseconds: 100,
  requestMilliseconds: 300,
  checkMilliseconds: 20,
};

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** One byte at a time, until the connection is closed. */
async function drip(client: RawClient, bytes: string): Promise<void> {
  for (const byte of bytes) {
    if (client.isClosed || !client.socket.writable) return;
    client.write(byte);
    await pause(5);
  }
}

describe('a client that is slow [S12-times, D2-too-slow]', () => {
  const late = "the request didn't arrive in time: the limit is 10 seconds for headers and 30 for all of it";
  it.each([
    ['with its headers', 'GET / HTTP/1.1\r\nX-A: ', FAST.headersMilliseconds, /^$/],
    [
      'with its body',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 400\r\n\r\n',
      FAST.requestMilliseconds,
      /^; its body has 400 bytes, and [1-9]\d? came$/,
    ],
    [
      'with its body in chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0190\r\n',
      FAST.requestMilliseconds,
      /^; its chunked body has no end, and [1-9]\d? came$/,
    ],
  ] as const)('%s is told so, 408, and let go', async (_, start, limit = 0, more) => {
    const server = await serveHandler(echo, { limits: FAST });
    const client = await RawClient.connect(server.port);
    const begun = Date.now();
    client.write(start);
    const dripping = drip(client, 'a'.repeat(400));
    const [answer] = await client.answers(1);
    expect(answer?.startLine).toBe('HTTP/1.1 408 Request Timeout');
    const [{ code, text }] = JSON.parse(answer!.body.toString()).tppMessages;
    expect(code).toBe('BAD_REQUEST');
    expect(text.slice(0, late.length)).toBe(late);
    expect(text.slice(late.length)).toMatch(more);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(limit - 5);
    client.socket.end();
    await client.closed();
    await dripping;
    expect(server.requests).toEqual([]);
  });

  it('with its handshake is let go', async () => {
    const server = await serveHandler(echo, { limits: { handshakeMilliseconds: 100 } });
    const socket = connectTcp(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const begun = Date.now();
    await once(socket, 'close');
    expect(Date.now() - begun).toBeGreaterThanOrEqual(95);
    // Sooner than by the limit that holds where none is given.
    expect(Date.now() - begun).toBeLessThan(SERVER_LIMITS.handshakeMilliseconds);
  });

  it('between two requests is let go at last', async () => {
    const server = await serveHandler(echo, { limits: { keepAliveMilliseconds: 200 } });
    const client = await RawClient.connect(server.port);
    client.write(GET);
    expect(await client.closed()).toHaveLength(1);
  });

  it('to take its answer is let go when nothing moves', async () => {
    const body = Buffer.alloc(16 * MIB);
    const server = await serveHandler(async () => ({ status: 200, headers: [], body }), {
      limits: { silenceMilliseconds: 200 },
    });
    const socket = await connectTls(server.port);
    socket.pause();
    socket.write(GET);
    await until(() => server.requests.length === 1);
    await pause(1000);
    let taken = 0;
    socket.on('data', (chunk: Buffer) => {
      taken += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(taken).toBeLessThan(body.length);
  });
});

describe('a client that goes away [A-server-gone, C-serve-chaos-harm]', () => {
  it('in the middle of its request has asked nothing', async () => {
    const server = await serveHandler(echo);
    for (const part of [
      'GET / HT',
      'GET / HTTP/1.1\r\nHo',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
    ]) {
      for (const how of ['end', 'destroy'] as const) {
        const client = await RawClient.connect(server.port);
        client.write(part);
        await pause(20);
        client.socket[how]();
        await client.closed();
      }
    }
    expect(server.requests).toEqual([]);
    expect(server.unexpected).toEqual([]);
  });

  it('before its answer, or in the middle of it, harms nobody', async () => {
    const body = Buffer.alloc(8 * MIB, 'x');
    const gone: string[] = [];
    let see = () => {};
    const isSeen = new Promise<void>((resolve) => {
      see = resolve;
    });
    const onGone = ({ target }: HttpRequest) => void gone.push(target);
    const server = await serveHandler(
      async ({ target }) => {
        if (target !== '/next') await isSeen;
        return { status: 200, headers: [], body };
      },
      { onGone },
    );
    const early = await RawClient.connect(server.port);
    early.write(GET);
    await until(() => server.requests.length === 1);
    early.socket.destroy();
    await early.closed();
    // Who has come and been answered since then came behind its end: the server has seen that.
    const next = await RawClient.connect(server.port);
    next.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
    await next.answers(1);
    see();
    const late = await connectTls(server.port);
    late.write(GET);
    await once(late, 'data');
    late.destroy();
    const other = await RawClient.connect(server.port);
    other.write(GET);
    const [answer] = await other.answers(1);
    expect(answer?.body.equals(body)).toBe(true);
    expect(server.unexpected).toEqual([]);
    // The first one's client wasn't there to take its answer.
    expect(gone).toEqual(['/whole']);
  });
});

it('many requests at once are each given their own answer, on as many connections and on five [A-server-load]', async () => {
  const server = await serveHandler(async ({ target, body }) => {
    await pause(Number(target.slice(1)) % 7);
    return textAnswer(`${target} ${Buffer.from(body)}`);
  });
  for (const [count, connections] of [
    [runs(50, 200), 200],
    [runs(200, 500), 5],
  ] as const) {
    const transport = createHttpsTransport({ origin: server.url, ca: testTls().ca, connections });
    const answers = await Promise.all(
      Array.from({ length: count }, (_, place) =>
        transport.send({
          method: 'POST',
          target: `/${place}`,
          headers: [],
          body: Buffer.from(`body ${place}`),
        }),
      ),
    );
    expect(answers.map(({ body }) => Buffer.from(body).toString())).toEqual(
      Array.from({ length: count }, (_, place) => `/${place} body ${place}`),
    );
    await transport.close();
  }
  expect(server.unexpected).toEqual([]);
});
