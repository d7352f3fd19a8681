import { connect as connectTcp } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { echo, holdHandler, RawClient, serveHandler, textAnswer, until } from '../support/served.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';
const CHUNKED = 'POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const SOON = { headersMilliseconds: 100, requestMilliseconds: 200, checkMilliseconds: 20 };

function post(body: string, length = body.length): string {
  return `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

const statusesOf = (answers: Awaited<ReturnType<RawClient['answers']>>) =>
  answers.map(({ startLine }) => startLine.split(' ')[1]);

async function expectServing(port: number): Promise<void> {
  const other = await RawClient.connect(port);
  other.write(GET);
  expect(statusesOf(await other.answers(1))).toEqual(['200']);
}

it('connections at the limit go on, and each new one is closed until one of them ends [S12-connections]', async () => {
  const server = await serveHandler(echo, { limits: { connections: 2 } });
  const first = await RawClient.connect(server.port);
  const mute = connectTcp(server.port, '127.0.0.1');
  onTestFinished(() => void mute.destroy());
  await until(() => server.connections() === 2);
  await (await RawClient.connectPlain(server.port)).closed();
  first.write(GET);
  expect(statusesOf(await first.answers(1))).toEqual(['200']);
  mute.destroy();
  await until(() => server.connections() === 1);
  await expectServing(server.port);
});

describe('requests at the limit of those that run at once [S12-connections]', () => {
  it('wait until one is answered', async () => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle, { limits: { requests: 1 } });
    const clients = [await RawClient.connect(server.port), await RawClient.connect(server.port)];
    for (const client of clients) client.write(post('{}'));
    await until(() => server.running() === 2);
    expect(server.requests).toHaveLength(1);
    release();
    for (const client of clients) expect(statusesOf(await client.answers(1))).toEqual(['200']);
  });

  it('get 503 after a while, and nothing of them is done', async () => {
    const { handle, release } = holdHandler();
    const refused: number[] = [];
    const onRefused = ({ status }: { readonly status: number }) => void refused.push(status);
    const server = await serveHandler(handle, { onRefused, limits: { requests: 1, waitMilliseconds: 50 } });
    const [first, second] = [await RawClient.connect(server.port), await RawClient.connect(server.port)];
    first.write(GET);
    await until(() => server.requests.length === 1);
    second.write(GET);
    const [answer] = await second.closed();
    expect(answer?.startLine).toBe('HTTP/1.1 503 Service Unavailable');
    expect(answer?.headers).toContainEqual(['Retry-After', '5']);
    expect(String(answer?.body)).toContain('nothing was done');
    expect(refused).toEqual([503]);
    release();
    await first.answers(1);
    expect(server.requests).toHaveLength(1);
    await expectServing(server.port);
  });

  it('leave their place to the next one when their client goes away', async () => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle, { limits: { requests: 1 } });
    const clients = await Promise.all(Array.from({ length: 3 }, () => RawClient.connect(server.port)));
    for (const client of clients) client.write(post('', 9));
    await until(() => server.running() === 3);
    for (const client of clients) client.socket.destroy();
    release();
    await expectServing(server.port);
  });
});

describe('requests that are sent ahead of their answers [S12-connections]', () => {
  it('come to the handler one after another, in their order, whether they have bodies or not', async () => {
    let running = 0;
    let most = 0;
    const server = await serveHandler(async ({ target }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return textAnswer(target);
    });
    const client = await RawClient.connect(server.port);
    client.write((post('{}') + GET).repeat(40));
    expect(new Set(statusesOf(await client.answers(80)))).toEqual(new Set(['200']));
    expect(server.requests.map(({ method }) => method)).toEqual(Array(40).fill(['POST', 'GET']).flat());
    expect(most).toBe(1);
  });

  it.each([
    ['101 of them', GET.repeat(101)],
    ['300 KB of headers', GET.replace('\r\n\r\n', `\r\nX-A: ${'a'.repeat(30_000)}\r\n\r\n`).repeat(10)],
  ])('end the connection when they are too many: %s', async (_, bytes) => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle);
    const client = await RawClient.connect(server.port);
    client.write(bytes);
    await client.closed();
    release();
    await until(() => server.running() === 0);
    expect(server.requests.length).toBeLessThan(2);
    expect(server.unexpected).toEqual([]);
    await expectServing(server.port);
  });

  it('end with the answer that uses up the connection', async () => {
    const server = await serveHandler(echo, { limits: { requestsPerConnection: 3 } });
    const client = await RawClient.connect(server.port);
    client.write(GET, GET);
    await client.answers(2);
    client.write(GET);
    const answers = await client.closed();
    expect(answers.map(({ headers }) => headers.find(([name]) => name === 'Connection')?.[1])).toEqual([
      'keep-alive',
      'keep-alive',
      'close',
    ]);
  });

  it.each([
    ['too slow', post('b', 9), '', '408'],
    ['no chunks', `${CHUNKED}3\r\nabc\r\n`, 'zz\r\n', '400'],
  ])('are held to their times and their form behind one with a body: %s', async (_, second, more, status) => {
    const server = await serveHandler(echo, { limits: status === '408' ? SOON : {} });
    const client = await RawClient.connect(server.port);
    client.write(post('{}') + second);
    await client.answers(1);
    client.write(more);
    expect(statusesOf(await client.closed())).toEqual(['200', status]);
    expect(server.running()).toBe(0);
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
      const server = await serveHandler(echo, { limits: { bodyBytes: 100, lingerMilliseconds: 200 } });
      const client = await RawClient.connect(server.port);
      client.write(...writes);
      expect(await client.closed()).toHaveLength(1);
      expect(server.requests.map(({ target }) => target)).toEqual(heard);
    }
  });
});
