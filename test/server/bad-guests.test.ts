import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { echo, RawClient, type Served, serveHandler } from '../support/served.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';
/** What would be a request of its own, were the one before it read to another end. */
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /shown HTTP/1.1\r\nHost: a\r\n';
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

async function expectServing(server: Served): Promise<void> {
  const other = await RawClient.connect(server.port);
  other.write(GET);
  expect((await other.answers(1))[0]?.startLine).toBe('HTTP/1.1 200 OK');
  expect(server.unexpected).toEqual([]);
}

describe('a request that two could read in two ways [S12-smuggling, S12-not-http]', () => {
  it.each(
    Object.entries({
      'a length beside chunks, the length first': `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'two equal lengths': `${POST}Content-Length: 0\r\nContent-Length: 0\r\n\r\n`,
      'a length with a sign': `${POST}Content-Length: +0\r\n\r\n`,
      'a length beyond all numbers': `${POST}Content-Length: 99999999999999999999999\r\n\r\n`,
      'a coding that is not known': `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      'chunked, and not last': `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      'chunked twice': `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'a coding before chunked': `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      'two codings': `${POST}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'an empty coding': `${POST}Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'a coding in capitals': `${POST}Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n`,
      'a coding with a parameter': `${POST}Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n`,
      identity: `${POST}Transfer-Encoding: identity\r\n\r\n`,
      'chunks on HTTP/1.0': `${CHUNKED.replace('1.1', '1.0')}0\r\n\r\n`,
      'chunks on HTTP/2.0': `${CHUNKED.replace('1.1', '2.0')}0\r\n\r\n`,
      'HTTP/2.0 in the request line': 'GET /shown HTTP/2.0\r\nHost: a\r\n\r\n',
      'a coding before chunked, and a body': `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`,
      'a blank before the colon': `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
      'a coding on a folded line': `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`,
      'a folded line': `${POST}X-A: b\r\n c: d\r\nContent-Length: 0\r\n\r\n`,
      'line feeds alone': 'POST /shown HTTP/1.1\nHost: a\nContent-Length: 0\n\n',
      'a line feed alone in the headers': `${POST}X-A: b\nContent-Length: 0\r\n\r\n`,
      'a NUL in a value': `${POST}X-A: b\0c\r\nContent-Length: 0\r\n\r\n`,
      'HTTP/0.9': 'GET /shown\r\n\r\n',
      'the size of a chunk that is no number': `${CHUNKED}zz\r\nab\r\n0\r\n\r\n`,
      'the size of a chunk with a sign': `${CHUNKED}+2\r\nab\r\n0\r\n\r\n`,
      'the size of a chunk beyond all numbers': `${CHUNKED}ffffffffffffffffff\r\nab\r\n0\r\n\r\n`,
      'a chunk longer than its size': `${CHUNKED}2\r\nabc\r\n0\r\n\r\n`,
      'a chunk that ends with a line feed alone': `${CHUNKED}2\r\nab\n0\r\n\r\n`,
      'an extension of a chunk with a line feed': `${CHUNKED}2;a\nb\r\nab\r\n0\r\n\r\n`,
    }),
  )('is refused with 400, and nothing behind it is read: %s', async (_, bytes) => {
    const server = await serveHandler(echo, { limits: { lingerMilliseconds: 50 } });
    const client = await RawClient.connect(server.port);
    client.write(bytes + HIDDEN);
    const answers = await client.closed();
    expect(answers.map(({ startLine }) => startLine)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(JSON.parse(String(answers[0]?.body)).tppMessages).toMatchObject([{ code: 'FORMAT_ERROR' }]);
    expect(server.requests).toEqual([]);
    await expectServing(server);
  });

  it('is none where a body comes with GET: it is read to its end, and the next is the next', async () => {
    const client = await RawClient.connect((await serveHandler(echo)).port);
    client.write(`GET /shown HTTP/1.1\r\nHost: a\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}${GET}`);
    expect((await client.answers(2)).map(({ body }) => String(body))).toEqual(['/shown', '/whole']);
  });
});

describe('who speaks no TLS at the port of TLS, or speaks of nothing else [S12-not-http, S12-times]', () => {
  it.each([
    ['plain HTTP', GET],
    ['plain HTTP with a body', `${POST}Content-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`],
    ['other bytes', Buffer.alloc(70_000, 0x16)],
    [
      'a record of TLS that is too long',
      Buffer.concat([Buffer.from('160301ffff', 'hex'), Buffer.alloc(66_000)]),
    ],
    ['an alert', Buffer.from('15030100020100', 'hex')],
  ])('is let go at once, and reaches nobody: %s', async (_, bytes) => {
    const server = await serveHandler(echo);
    const client = await RawClient.connectPlain(server.port);
    client.write(bytes);
    await new Promise((resolve) => client.socket.once('close', resolve));
    expect(server.requests).toEqual([]);
    await expectServing(server);
  });

  it('goes away in the middle of the handshake', async () => {
    const server = await serveHandler(echo);
    for (let bytes = 1; bytes < 200; bytes += 33) {
      const socket = connectTcp(server.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write(Buffer.concat([Buffer.from('16030100c8010000c40303', 'hex'), Buffer.alloc(bytes)]));
      socket.resetAndDestroy();
    }
    await expectServing(server);
  });
});
