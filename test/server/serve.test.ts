import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { Header, HttpResponse } from '../../src/message.ts';
import { echo, RawClient, serveDoor, textAnswer } from '../support/served.ts';
import { testTls } from '../support/tls.ts';

const HEADERS: readonly Header[] = [
  ['hOST', 'bank.example'],
  ['Accept', 'text/html'],
  ['DIGEST', 'SHA-256=x'],
  ['accept', 'application/json'],
  ['X-Octets', 'K\u00f8benhavn \u00ff'],
  ['X-Empty', ''],
];

function head(line: string, headers: readonly Header[] = [['Host', 'bank.example']]): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${line}\r\n${lines.join('')}\r\n`, 'latin1');
}

describe('what the server hands to the door [A-server-exact]', () => {
  it('is method, target, headers in order and case with repeats, and body as they came', async () => {
    const server = await serveDoor(echo);
    const client = await RawClient.connect(server.port);
    const target = '/v1/a%2Fb//c?q=%C3%A5&q=&x=a+b;c';
    const body = Buffer.from([0, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]);
    const headers: readonly Header[] = [...HEADERS, ['Content-Length', '6']];
    client.write(head(`DELETE ${target} HTTP/1.1`, headers), body);
    await client.answers(1);
    expect(server.requests).toEqual([{ method: 'DELETE', target, headers, body }]);
  });

  it('is the body without its framing, whatever pieces it came in', async () => {
    const server = await serveDoor(echo);
    const client = await RawClient.connect(server.port);
    client.write(
      head('POST / HTTP/1.1', [
        ['Host', 'a'],
        ['Transfer-Encoding', 'chunked'],
      ]),
    );
    for (const piece of ['3\r\nabc\r\n', '2\r\nde', '\r\n', '0\r\n', '\r\n']) {
      client.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await client.answers(1);
    expect(Buffer.from(server.requests[0]!.body).toString()).toBe('abcde');
  });

  it('comes with the address and the TLS version of the peer, which is no operator', async () => {
    const server = await serveDoor(echo);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = connect({ port: server.port, host: '127.0.0.1', ca: testTls().ca, maxVersion });
      const client = new RawClient(socket);
      client.write(head('GET / HTTP/1.1'));
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
  const answer: HttpResponse = {
    status: 201,
    headers: [
      ['date', 'then'],
      ['X-REQUEST-id', 'a'],
      ['Set-Cookie', 'a=1'],
      ['X-Octets', 'K\u00f8benhavn'],
      ['set-cookie', 'b=2'],
      ['X-Empty', ''],
    ],
    body: Buffer.from([0xc3, 0xa5, 0, 0xff]),
  };

  it('is the answer as the door gave it, and of its own Connection and Content-Length alone', async () => {
    const server = await serveDoor(async () => answer);
    const client = await RawClient.connect(server.port);
    client.write(head('GET / HTTP/1.1'));
    expect(await client.answers(1)).toEqual([
      {
        startLine: 'HTTP/1.1 201 Created',
        headers: [...answer.headers, ['Connection', 'keep-alive'], ['Content-Length', '4']],
        body: answer.body,
      },
    ]);
  });

  it.each([
    [204, new Uint8Array(0), [['Connection', 'keep-alive']]],
    [
      200,
      new Uint8Array(0),
      [
        ['Connection', 'keep-alive'],
        ['Content-Length', '0'],
      ],
    ],
    [
      503,
      Buffer.alloc(500_000, 'x'),
      [
        ['Connection', 'keep-alive'],
        ['Content-Length', '500000'],
      ],
    ],
  ])('has framing that fits status %i', async (status, body, headers) => {
    const server = await serveDoor(async () => ({ status, headers: [], body }));
    const client = await RawClient.connect(server.port);
    client.write(head('DELETE / HTTP/1.1'));
    const [given] = await client.answers(1);
    expect(given?.headers).toEqual(headers);
    expect(given?.body.equals(body)).toBe(true);
    expect(given?.startLine).toContain(` ${status} `);
  });

  it('ends the connection when the client asks for it', async () => {
    const server = await serveDoor(echo);
    const client = await RawClient.connect(server.port);
    client.write(
      head('GET /bye HTTP/1.1', [
        ['Host', 'a'],
        ['Connection', 'close'],
      ]),
    );
    const [given] = await client.closed();
    expect(given?.headers).toContainEqual(['Connection', 'close']);
    expect(given?.body.toString()).toBe('/bye');
  });

  it('is in the order of the requests, however long each takes', async () => {
    const server = await serveDoor(async ({ target }) => {
      await new Promise((resolve) => setTimeout(resolve, Number(target.slice(1))));
      return textAnswer(target);
    });
    const client = await RawClient.connect(server.port);
    const targets = ['/60', '/1', '/30', '/2'];
    client.write(Buffer.concat(targets.map((target) => head(`GET ${target} HTTP/1.1`))));
    expect((await client.answers(4)).map(({ body }) => body.toString())).toEqual(targets);
    expect(server.requests).toHaveLength(4);
  });

  it('goes on after an interim answer for those who ask before they send', async () => {
    const server = await serveDoor(echo);
    const client = await RawClient.connect(server.port);
    client.write(
      head('POST /c HTTP/1.1', [
        ['Host', 'a'],
        ['Content-Length', '2'],
        ['Expect', '100-continue'],
      ]),
    );
    expect((await client.answers(1)).map(({ startLine }) => startLine)).toEqual(['HTTP/1.1 100 Continue']);
    client.write('{}');
    expect((await client.answers(2))[1]?.body.toString()).toBe('/c');
  });
});

describe('a door that fails [A-server-fault]', () => {
  it('is answered for: 500, neutral, and told to the one who serves', async () => {
    const server = await serveDoor(async () => {
      throw new Error('a secret');
    });
    const client = await RawClient.connect(server.port);
    client.write(head('GET / HTTP/1.1'));
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
    const server = await serveDoor(async ({ target }) => ({
      status: 200,
      headers: target === '/bad' ? [['X-A', 'a\r\nX-B: b']] : [],
      body: new Uint8Array(0),
    }));
    const [bad, good] = await Promise.all([RawClient.connect(server.port), RawClient.connect(server.port)]);
    bad.write(head('GET /bad HTTP/1.1'));
    expect(await bad.closed()).toEqual([]);
    good.write(head('GET /good HTTP/1.1'));
    expect(await good.answers(1)).toHaveLength(1);
    expect(server.unexpected).toHaveLength(1);
  });
});
