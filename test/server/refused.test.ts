import { describe, expect, it } from 'vitest';
import type { Header } from '../../src/message.ts';
import type { RawMessage } from '../support/raw-http.ts';
import { echo, RawClient, serveHandler, textAnswer } from '../support/served.ts';

const MIB = 1024 * 1024;
const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';

/** What is answered to bytes on a connection of their own, and that the connection ends then. */
async function answerTo(...bytes: readonly (string | Uint8Array)[]) {
  // Long enough for the answer to arrive; clients that go on sending are waited for no longer.
  const server = await serveHandler(echo, { limits: { lingerMilliseconds: 200 } });
  const client = await RawClient.connect(server.port);
  client.write(...bytes);
  const answers = await client.closed();
  const other = await RawClient.connect(server.port);
  other.write(GET);
  expect((await other.answers(1))[0]?.startLine).toBe('HTTP/1.1 200 OK');
  return { answers, requests: server.requests.slice(0, -1), unexpected: server.unexpected };
}

function refusalIn(answer: RawMessage | undefined) {
  const status = Number(answer?.startLine.split(' ')[1]);
  const [message] = JSON.parse(answer?.body.toString() ?? '').tppMessages;
  return { status, ...message };
}

const NO_HTTP = "the request isn't HTTP/1.1 (RFC 9112)";
const NO_METHOD = "the request doesn't begin with a method of HTTP";

describe('what is no request [S12-not-http]', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', NO_METHOD],
    ['the beginning of TLS', Buffer.from('16030100a5010000a1', 'hex'), NO_METHOD],
    ['a method that nobody has', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', NO_METHOD],
    ['another version', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
  ])('is answered with 400 FORMAT_ERROR and the end: %s', async (_, bytes, text = NO_HTTP) => {
    const { answers, requests, unexpected } = await answerTo(bytes);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.headers).toEqual([
      ['Date', 'Wed, 18 Nov 2026 09:00:00 GMT'],
      ['Content-Type', 'application/json'],
      ['Connection', 'close'],
      ['Content-Length', String(answers[0]?.body.length)],
    ]);
    expect(refusalIn(answers[0])).toEqual({
      status: 400,
      category: 'ERROR',
      code: 'FORMAT_ERROR',
      text,
    });
    expect(requests).toEqual([]);
    expect(unexpected).toEqual([]);
  });

  it.each([
    ['', GET],
    [' with a body', 'POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'],
  ])('behind a whole request%s takes nothing from that one', async (_, whole) => {
    const { answers } = await answerTo(`${whole}nonsense\r\n\r\n`);
    expect(answers[0]?.body.toString()).toBe('/whole');
    expect(refusalIn(answers[1])).toMatchObject({ status: 400, code: 'FORMAT_ERROR' });
    expect(answers).toHaveLength(2);
  });

  it('behind requests that still run is answered after them', async () => {
    const server = await serveHandler(async ({ target }) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return textAnswer(target);
    });
    const client = await RawClient.connect(server.port);
    client.write(`${GET}${GET}nonsense\r\n\r\n`, 'and more', '\r\n\r\n');
    const answers = await client.closed();
    expect(answers.map(({ startLine }) => startLine.split(' ')[1])).toEqual(['200', '200', '400']);
  });
});

describe('headers that are too many or too large [S12-header-limits-served]', () => {
  const lines = (count: number, bytes: number) => `X-A: ${'a'.repeat(bytes)}\r\n`.repeat(count);

  it('reach the handler, which refuses them, up to 32 KiB', async () => {
    const server = await serveHandler(echo);
    const client = await RawClient.connect(server.port);
    client.write(`GET /a HTTP/1.1\r\nHost: a\r\n${lines(1, 30_000)}\r\n`);
    client.write(`GET /b HTTP/1.1\r\nHost: a\r\n${lines(3000, 1)}\r\n`);
    await client.answers(2);
    expect(server.requests.map(({ headers }) => headers.length)).toEqual([2, 3001]);
  });

  it.each([
    ['in one', lines(1, 40_000)],
    ['in many', lines(2000, 20)],
    ['without end', `X-A: ${'a'.repeat(200_000)}`],
  ])('are not read beyond that: %s', async (_, headers) => {
    const { answers, requests } = await answerTo(`GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`);
    expect(answers.map(refusalIn)).toEqual([
      { status: 400, category: 'ERROR', code: 'FORMAT_ERROR', text: 'the headers are larger than 16 KiB' },
    ]);
    expect(requests).toEqual([]);
  });
});

describe('a target that is no path [S12-target, D1-absolute-form]', () => {
  it.each([
    '*',
    'bank.example:443',
    'ftp://bank.example/v1',
    'https:///v1',
  ])('is refused: %s', async (target) => {
    const method = target === '*' ? 'OPTIONS' : 'GET';
    const { answers, requests } = await answerTo(`${method} ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answers.map(refusalIn)).toMatchObject([{ status: 400, code: 'FORMAT_ERROR' }]);
    expect(requests).toEqual([]);
  });

  it.each([
    'https://bank.example/v1?x',
    'http://127.0.0.1/',
  ])('is none where it is a whole URI, which the handler is handed as it was sent: %s', async (target) => {
    const { requests } = await answerTo(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(requests.map((request) => request.target)).toEqual([target]);
  });

  it('is what CONNECT asks for: 405, and no tunnel', async () => {
    const { answers, requests } = await answerTo(
      'CONNECT bank.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
      'more',
    );
    expect(answers.map(refusalIn)).toMatchObject([{ status: 405, code: 'BAD_REQUEST' }]);
    expect(answers[0]?.headers).toContainEqual(['Allow', 'GET, POST, PUT, DELETE']);
    expect(requests).toEqual([]);
  });

  it('needs a Host on HTTP/1.1, on HTTP/1.0 none', async () => {
    const { answers } = await answerTo('GET / HTTP/1.1\r\n\r\n');
    expect(answers.map(refusalIn)).toMatchObject([{ status: 400, code: 'FORMAT_ERROR', path: 'Host' }]);
    expect((await answerTo('GET /old HTTP/1.0\r\n\r\n')).answers[0]?.body.toString()).toBe('/old');
  });
});

describe('a body that is too large [S12-body-limit-served]', () => {
  const length = (bytes: number): Header => ['Content-Length', String(bytes)];
  const head = (header: Header, ...more: readonly Header[]) =>
    `POST /a HTTP/1.1\r\nHost: a\r\n${[header, ...more].map((pair) => `${pair.join(': ')}\r\n`).join('')}\r\n`;
  const chunked: Header = ['Transfer-Encoding', 'chunked'];
  const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

  it('is one byte over 1 MiB: the handler is told so, and no more of it is read', async () => {
    for (const bytes of [
      [head(length(MIB + 1)), Buffer.alloc(MIB + 1)],
      [head(chunked), chunkOf(MIB + 1)],
    ]) {
      const { answers, requests } = await answerTo(...bytes);
      expect(requests.map(({ body }) => body.byteLength)).toEqual([MIB + 1]);
      expect(answers).toHaveLength(1);
      expect(answers[0]?.headers).toContainEqual(['Connection', 'close']);
    }
  });

  it('is no body of 1 MiB, whose bytes all come to the handler', async () => {
    const server = await serveHandler(echo);
    const client = await RawClient.connect(server.port);
    const body = Buffer.alloc(MIB, 'abcdefg');
    client.write(head(length(MIB)), body, head(chunked), chunkOf(MIB), '0\r\n\r\n');
    expect((await client.answers(2)).map(({ headers }) => headers[1])).toEqual([
      ['Connection', 'keep-alive'],
      ['Connection', 'keep-alive'],
    ]);
    expect(server.requests[0]?.body.byteLength).toBe(MIB);
    expect(body.equals(server.requests[0]!.body)).toBe(true);
  });

  it('is answered before it is sent, and its client hears the answer while it still sends', async () => {
    const server = await serveHandler(echo);
    const client = await RawClient.connect(server.port);
    client.write(head(length(1e12)));
    expect(await client.answers(1)).toHaveLength(1);
    const late = await RawClient.connect(server.port);
    late.write(head(length(64 * MIB)));
    for (let sent = 0; sent < 64; sent += 1) late.write(Buffer.alloc(MIB));
    expect((await late.closed()).map(({ body }) => body.toString())).toEqual(['/a']);
  });

  it('is not asked for when the client waits to be', async () => {
    const client = await RawClient.connect((await serveHandler(echo)).port);
    client.write(head(length(MIB + 1), ['Expect', '100-continue']));
    expect((await client.answers(1))[0]?.startLine).toBe('HTTP/1.1 200 OK');
  });
});
