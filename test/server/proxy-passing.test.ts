import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/errors.ts';
import { answersOk, proxied, proxyTo } from '../support/proxied.ts';
import { RawClient, until } from '../support/served.ts';
import { rawTcpServer } from '../support/tls.ts';

const GET = 'GET /v1/accounts';
const MIB = 1024 * 1024;

describe('what the bank gets of a request [C-proxy, S11-proxy]', () => {
  it('is what came, signed: case, order and repeats of headers, target and bytes', async () => {
    const { say, host, came, origin } = await proxied(answersOk);
    const target = '/v1/a%2Fb/c?q=%C3%A5&q=&x=a+b;c';
    const headers = ['x-ONE: 1', 'Accept: a', 'accept: b', 'X-Octets: K\u00f8', 'X-Empty:'];
    const body = Buffer.from([0, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]);
    await say(`POST ${target}`, [host, ...headers], body);
    const [{ headers: arrived, ...rest }] = came as [(typeof came)[0]];
    expect(rest).toEqual({ method: 'POST', target, body });
    const own = arrived.filter(([name]) => !/^(host|connection|content-length)$/i.test(name));
    expect(own).toEqual([
      ['x-ONE', '1'],
      ['Accept', 'a'],
      ['accept', 'b'],
      // As the client's octets, which here are those of UTF-8.
      ['X-Octets', Buffer.from('K\u00f8').toString('latin1')],
      ['X-Empty', ''],
      ['Signature', `over="POST ${target}",bytes="6"`],
    ]);
    expect(arrived.find(([name]) => /^host$/i.test(name))?.[1]).toBe(origin.slice('http://'.length));
  });

  it('is nothing of the connection to the proxy', async () => {
    const { say, host, came } = await proxied(answersOk);
    const ours = ['Connection: X-Named, keep-alive', 'X-Named: 1', 'Keep-Alive: timeout=5', 'TE: trailers'];
    const more = ['Proxy-Authorization: Basic eA==', 'Proxy-Connection: close', 'Upgrade: h2c', 'X-Own: 1'];
    await say(GET, [host, ...ours, ...more]);
    const names = came[0]?.headers.map(([name]) => name.toLowerCase());
    expect(names?.filter((name) => /^(x-|proxy|te$|upgrade|keep-alive)/.test(name))).toEqual(['x-own']);
  });

  it('is as its caller signed it, where it is signed', async () => {
    const { say, host, came, told } = await proxied(answersOk);
    await say(GET, [host, 'signature: by the caller']);
    expect(came[0]?.headers.filter(([name]) => name.toLowerCase() === 'signature')).toEqual([
      ['signature', 'by the caller'],
    ]);
    expect(told).toMatchObject([{ verdict: 'kept', status: 200 }]);
  });

  it.each([
    ['chunked', ['Transfer-Encoding: chunked'], '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n', Buffer.from('abcde')],
  ])('has the length of what is sent: %s', async (_, headers, wire, body) => {
    const { port, host, came } = await proxied(answersOk);
    const client = await RawClient.connectPlain(port);
    client.write(
      `POST /v1 HTTP/1.1\r\n${[host, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
      wire,
    );
    await client.closed();
    expect(came[0]?.body).toEqual(body);
    const framing = came[0]?.headers.filter(([name]) => /^(transfer-|content-length)/i.test(name));
    expect(framing?.map(([name, value]) => [name.toLowerCase(), value])).toEqual([
      ['content-length', String(body.length)],
    ]);
  });

  it('is a coded body as it is, and a body of 1 MiB', async () => {
    const { say, host, came, told } = await proxied(answersOk);
    const coded = gzipSync('{"a":1}');
    await say('POST /v1', [host, 'Content-Encoding: gzip'], coded);
    const large = Buffer.alloc(MIB, 'x');
    await say('POST /v1', [host], large);
    await say('GET /v1', [host]);
    const sent = [coded, large, Buffer.alloc(0)];
    expect(came.map(({ body }, place) => body.equals(sent[place] ?? coded))).toEqual([true, true, true]);
    expect(told.map(({ request }) => request.body.byteLength)).toEqual([coded.length, MIB, 0]);
  });
});

describe('what the client gets of an answer [C-proxy, S11-proxy]', () => {
  it('is the bank’s, but for what would let pages read it or pass for the proxy’s own', async () => {
    const { say, host } = await proxied((_, response) => {
      response.writeHead(299, [
        ...['Content-Length', '7', 'x-A', '1', 'x-a', '2', 'Access-Control-Allow-Origin', '*'],
        ...['Timing-Allow-Origin', '*'],
        ...['PSD2-Proxy', 'refused', 'Connection', 'X-Hop', 'X-Hop', '1', 'Proxy-Authenticate', 'Basic'],
      ]);
      response.end('{"a":1}');
    });
    const answer = await say(GET, [host]);
    expect(answer).toMatchObject({ status: 299, json: { a: 1 } });
    const own = ['x-a', 'x-a', 'date', 'connection', 'content-length'];
    expect(answer.names.toSorted()).toEqual(own.toSorted());
  });

  it('comes while the bank still sends', async () => {
    let finish = () => {};
    const { port, host } = await proxied((_, response) => {
      response.writeHead(200, { 'Content-Length': 6 });
      response.write('abc');
      finish = () => void response.end('def');
    });
    const client = await RawClient.connectPlain(port);
    const chunks: Buffer[] = [];
    client.socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.write(`${GET} HTTP/1.1\r\n${host}\r\n\r\n`);
    await until(() => Buffer.concat(chunks).toString().endsWith('abc'));
    finish();
    expect((await client.answers(1))[0]?.body.toString()).toBe('abcdef');
  });

  it('is a redirect as it came, which nobody follows', async () => {
    const { say, host, came } = await proxied((_, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/elsewhere' }).end();
    });
    const answer = await say(GET, [host]);
    expect([answer.status, answer.header('location')]).toEqual([302, 'http://127.0.0.1:1/elsewhere']);
    expect(came).toHaveLength(1);
  });
});

describe('a bank that does not answer whole [C-proxy, S11-proxy]', () => {
  it('is asked once, whatever the method', async () => {
    let count = 0;
    const port = await rawTcpServer((socket) => {
      socket.once('data', () => {
        count += 1;
        socket.destroy();
      });
    });
    const proxy = await proxyTo({ origin: `http://127.0.0.1:${port}` });
    const client = await RawClient.connectPlain(proxy.port);
    client.write(`${GET} HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\n\r\n`);
    const [answer] = await client.answers(1);
    expect(answer?.startLine).toBe('HTTP/1.1 502 Bad Gateway');
    expect(answer?.headers).toContainEqual(['PSD2-Proxy', 'no-answer']);
    expect(count).toBe(1);
    expect(proxy.told).toMatchObject([{ verdict: 'signed', status: 502, failed: expect.any(String) }]);
  });

  it('has so much time, and then 504 is the answer', async () => {
    const { say, host } = await proxied(() => {}, { limits: { answerMilliseconds: 50 } });
    const answer = await say(GET, [host]);
    expect([answer.status, answer.header('psd2-proxy')]).toEqual([504, 'no-answer']);
  });

  it.each([
    ['in time', { answerMilliseconds: 1000 }],
    ['in size', { bodyBytes: 4 }],
  ])('ends the connection where it breaks off, so that nobody takes it for whole: %s', async (_, limits) => {
    const { port, host, told } = await proxied(
      (_request, response) => {
        response.writeHead(200);
        response.write('abc');
        if ('bodyBytes' in limits) setTimeout(() => response.end('defgh'), 20);
      },
      { limits },
    );
    const client = await RawClient.connectPlain(port);
    const bytes: Buffer[] = [];
    client.socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    client.write(`${GET} HTTP/1.1\r\n${host}\r\n\r\n`);
    await once(client.socket, 'close');
    expect(Buffer.concat(bytes).toString()).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(told).toMatchObject([{ verdict: 'signed', status: 200, failed: expect.any(String) }]);
  });
});

it("a request that can't be signed is refused, and the bank hears nothing of it [C-proxy]", async () => {
  const sign = async () => {
    throw new Fault('PERMISSIONS', "The key can't be read.");
  };
  const { say, host, came, told } = await proxied(answersOk, { sign });
  const answer = await say(GET, [host]);
  expect([answer.status, answer.header('psd2-proxy')]).toEqual([502, 'refused']);
  expect(told).toMatchObject([{ verdict: 'refused', status: 502, refused: "The key can't be read." }]);
  expect(came).toEqual([]);
});
