import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle, HttpResponse } from '../../src/message.ts';
import { httpsTransport } from '../../src/transport/https.ts';
import { echo, RawClient, type Served, serveDoor, textAnswer, until } from '../support/served.ts';
import { connectTls, testTls } from '../support/tls.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';
const THREE = { limits: { connections: 3 } };

/** Someone who connects and says nothing, not even of TLS. */
async function silent({ port }: Served): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Someone who has had an answer. */
async function answered({ port }: Served): Promise<RawClient> {
  const client = await RawClient.connect(port);
  client.write(GET);
  await client.answers(1);
  return client;
}

describe('more connections than there may be [S12-connections]', () => {
  it('take the place of the one that is longest without a whole request, hands shaken or not', async () => {
    const server = await serveDoor(echo, THREE);
    const first = await answered(server);
    const mute = await silent(server);
    const half = await RawClient.connect(server.port);
    half.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    // Its last whole request is the latest now.
    first.write(GET);
    await first.answers(2);
    const muteGone = once(mute, 'close');
    const second = await answered(server);
    await muteGone;
    expect(half.isClosed).toBe(false);
    const third = await answered(server);
    await half.closed();
    for (const client of [first, second, third]) client.write(GET);
    expect(await first.answers(3)).toHaveLength(3);
    for (const client of [second, third]) expect(await client.answers(2)).toHaveLength(2);
  });

  it('take no place from those that are owed an answer, and are let go where all are', async () => {
    const waiting: ((answer: HttpResponse) => void)[] = [];
    const handle: Handle = () => new Promise((resolve) => waiting.push(resolve));
    const server = await serveDoor(handle, THREE);
    const idle = await RawClient.connect(server.port);
    const owed = [];
    for (let count = 0; count < 3; count += 1) {
      const client = await RawClient.connect(server.port);
      client.write(GET);
      owed.push(client);
      await until(() => waiting.length === count + 1);
    }
    await idle.closed();
    await expect(connectTls(server.port)).rejects.toMatchObject({ code: 'ECONNRESET' });
    for (const answer of waiting.splice(0)) answer(textAnswer('late'));
    for (const client of owed) expect(await client.answers(1)).toHaveLength(1);
    // Nothing is owed any more: the next one gets a place, and all are not lost for one.
    const next = await RawClient.connect(server.port);
    next.write(GET);
    await until(() => waiting.length === 1);
    waiting[0]!(textAnswer('next'));
    expect((await next.answers(1))[0]?.body.toString()).toBe('next');
    expect(owed.filter(({ isClosed }) => isClosed)).toHaveLength(1);
  });

  it('say nothing, and keep nobody out: five for each place', async () => {
    const server = await serveDoor(echo, { limits: { connections: 20 } });
    const mutes = await Promise.all(Array.from({ length: 100 }, () => silent(server)));
    const client = await answered(server);
    client.write(GET);
    expect(await client.answers(2)).toHaveLength(2);
    expect(mutes.filter(({ destroyed }) => !destroyed).length).toBeLessThan(20);
  });

  it('cost a client that kept its connection nothing: its next payment leaves once, on another', async () => {
    const server = await serveDoor(echo, { limits: { connections: 1 } });
    const transport = httpsTransport({ origin: server.url, ca: testTls().ca, connections: 1 });
    const post = { method: 'POST', target: '/payment', headers: [], body: Buffer.from('x') };
    expect((await transport.send(post)).status).toBe(200);
    // It takes the only place, and gives it back to the next one.
    const mute = await silent(server);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await transport.send(post)).status).toBe(200);
    expect(server.requests).toHaveLength(2);
    expect(mute.destroyed).toBe(true);
    await transport.close();
  });
});

describe('requests that are sent ahead of their answers [S12-pipelining]', () => {
  const cases = [
    ['small ones without a body', 1200, GET],
    ['ones with a body', 1000, 'POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde'],
    ['ones with 500 bytes of headers', 600, GET.replace('\r\n\r\n', `\r\nX-Pad: ${'p'.repeat(500)}\r\n\r\n`)],
  ] as const;
  it.each(
    cases,
  )('are all answered, far beyond the 32 KiB that are read at once: %s', async (_, count, request) => {
    for (const isPrompt of [true, false]) {
      const server = await serveDoor(async ({ target }) => {
        if (!isPrompt) await new Promise((resolve) => setTimeout(resolve, 20));
        return textAnswer(target);
      });
      const client = await RawClient.connect(server.port);
      client.write(request.repeat(count));
      const answers = await client.answers(count);
      expect(new Set(answers.map(({ startLine }) => startLine))).toEqual(new Set(['HTTP/1.1 200 OK']));
      expect(answers).toHaveLength(count);
    }
  });

  it.each([
    [
      'a body too large',
      `POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 200\r\n\r\n${'x'.repeat(200)}`,
      ['/large'],
    ],
    ['no Host', 'GET /nowhere HTTP/1.1\r\n\r\n', []],
  ])('are not run behind an answer that ends the connection, as to %s: nobody would hear of them', async (_, last, heard) => {
    for (const writes of [[last + GET + GET], [last, GET, GET]]) {
      const server = await serveDoor(echo, { limits: { bodyBytes: 100, lingerMilliseconds: 200 } });
      const client = await RawClient.connect(server.port);
      client.write(...writes);
      expect(await client.closed()).toHaveLength(1);
      expect(server.requests.map(({ target }) => target)).toEqual(heard);
    }
  });

  it('leave the refusal of what is no request whole, whatever else is sent', async () => {
    const server = await serveDoor(echo, { limits: { lingerMilliseconds: 300 } });
    const client = await RawClient.connect(server.port);
    client.write('nonsense\r\n\r\n');
    for (let count = 0; count < 5; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      client.write('more nonsense\r\n\r\n');
    }
    expect((await client.closed()).map(({ startLine }) => startLine)).toEqual(['HTTP/1.1 400 Bad Request']);
  });
});
