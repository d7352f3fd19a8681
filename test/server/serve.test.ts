import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../../src/server/serve.ts';
import { echo, RawClient, serveHandler, textAnswer } from '../support/served.ts';
import { makeTls, rawTcpServer, testTls } from '../support/tls.ts';

describe('starting to serve [S12-tls-version, A-server-start]', () => {
  it('says the URL of the place', async () => {
    const server = await serveHandler(echo);
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
    const everywhere = await serveHandler(echo, { host: '0.0.0.0' });
    expect(everywhere.url).toBe(`https://localhost:${everywhere.port}`);
  });

  it('refuses TLS 1.1', async () => {
    const server = await serveHandler(echo);
    const socket = connect({
      port: server.port,
      host: '127.0.0.1',
      ca: testTls().ca,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    onTestFinished(() => void socket.destroy());
    const code = await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve('connected'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(server.requests).toEqual([]);
  });

  it('is refused by words at a port that is taken, or at an address of another machine', async () => {
    const port = await rawTcpServer(() => {});
    const message = `Can't listen on 127.0.0.1 port ${port}: another program uses this port.`;
    await expect(serveHandler(echo, { port })).rejects.toMatchObject({
      ...{ code: 'INPUT_INVALID', message },
      details: { hint: 'Choose another port, or 0 for a free one.' },
    });
    await expect(serveHandler(echo, { port, portFlag: '--site-port' })).rejects.toMatchObject({
      ...{ message, details: { hint: 'Choose another port with --site-port, or 0 for a free one.' } },
    });
    await expect(serveHandler(echo, { host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { hint: "Use one of this machine's addresses, or 0.0.0.0 for all of them." },
    });
  });

  it('is refused by words with a key that is none, or another’s', async () => {
    const { key, certificate } = testTls();
    const means = { handle: echo, clock: Date.now, onUnexpected: () => {}, port: 0 };
    for (const tls of [
      { key: 'no key', certificate },
      { key, certificate: 'no certificate' },
      { key, certificate: makeTls().certificate },
    ]) {
      await expect(serve({ ...means, tls })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
  });
});

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('what the server hands to the handler [A-server-exact]', () => {
  it('is the body without its framing, whatever pieces it came in', async () => {
    const server = await serveHandler(echo);
    const client = await RawClient.connect(server.port);
    client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const piece of ['3\r\nabc\r\n', '2\r\nde', '\r\n', '0\r\n', '\r\n']) {
      client.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await client.answers(1);
    expect(Buffer.from(server.requests[0]!.body).toString()).toBe('abcde');
  });

  it('comes with the address and the TLS version of the peer, which is no operator', async () => {
    const server = await serveHandler(echo);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = connect({ port: server.port, host: '127.0.0.1', ca: testTls().ca, maxVersion });
      const client = new RawClient(socket);
      client.write(GET);
      await client.answers(1);
      socket.destroy();
    }
    expect(server.peers).toEqual([
      { address: '127.0.0.1', tls: { version: 'TLSv1.2' }, operator: false },
      { address: '127.0.0.1', tls: { version: 'TLSv1.3' }, operator: false },
    ]);
  });
});

describe('what the server sends [A-server-exact]', () => {
  it('ends the connection when the client asks for it', async () => {
    const client = await RawClient.connect((await serveHandler(echo)).port);
    client.write('GET /bye HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [given] = await client.closed();
    expect(given?.headers).toContainEqual(['Connection', 'close']);
    expect(given?.body.toString()).toBe('/bye');
  });

  it('is in the order of the requests, however long each takes', async () => {
    const server = await serveHandler(async ({ target }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(target.slice(1))));
      return textAnswer(target);
    });
    const client = await RawClient.connect(server.port);
    const targets = ['/60', '/1', '/30', '/2'];
    client.write(targets.map((target) => GET.replace('/', target)).join(''));
    expect((await client.answers(4)).map(({ body }) => body.toString())).toEqual(targets);
    expect(server.requests).toHaveLength(4);
  });

  it('goes on after an interim answer for those who ask before they send', async () => {
    const client = await RawClient.connect((await serveHandler(echo)).port);
    client.write('POST /c HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n');
    expect((await client.answers(1)).map(({ startLine }) => startLine)).toEqual(['HTTP/1.1 100 Continue']);
    client.write('{}');
    expect((await client.answers(2))[1]?.body.toString()).toBe('/c');
  });
});

describe('a handler that fails [A-server-fault]', () => {
  it('is answered for: 500, neutral, and told to the one who serves', async () => {
    const server = await serveHandler(async () => {
      throw new Error('a secret');
    });
    const client = await RawClient.connect(server.port);
    client.write(GET);
    const [given] = await client.answers(1);
    expect(given).toMatchObject({
      startLine: 'HTTP/1.1 500 Internal Server Error',
      headers: [
        ['Date', 'Wed, 18 Nov 2026 09:00:00 GMT'],
        ['Content-Type', 'application/json'],
        ['Connection', 'keep-alive'],
        ['Content-Length', String(given?.body.length)],
      ],
    });
    expect(given?.body.toString()).toBe(
      '{"tppMessages":[{"category":"ERROR","code":"SYSTEM_ERROR","text":"the bank has an internal error"}]}',
    );
    expect(server.unexpected).toEqual([new Error('a secret')]);
  });

  it('with an answer that HTTP can not carry harms that connection alone', async () => {
    const server = await serveHandler(async ({ target }) => ({
      status: 200,
      headers: target === '/bad' ? [['X-A', 'a\r\nX-B: b']] : [],
      body: new Uint8Array(0),
    }));
    const [bad, good] = await Promise.all([RawClient.connect(server.port), RawClient.connect(server.port)]);
    bad.write(GET.replace('/', '/bad'));
    expect(await bad.closed()).toEqual([]);
    good.write(GET.replace('/', '/good'));
    expect(await good.answers(1)).toHaveLength(1);
    expect(server.unexpected).toHaveLength(1);
  });
});
