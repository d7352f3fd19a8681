import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { createHttpsTransport } from '../../src/transport/https.ts';
import { openTransport } from '../support/https.ts';
import { type RawMessage, rawMessages, wholeMessages } from '../support/raw-http.ts';
import { rawTlsServer, testTls } from '../support/tls.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Calls back with each whole request of a connection. */
function onRequests(socket: TLSSocket, answer: (request: RawMessage, place: number) => void): void {
  let bytes = Buffer.alloc(0);
  let place = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (wholeMessages(bytes) === 0) return;
    const [request] = rawMessages(bytes);
    bytes = Buffer.alloc(0);
    answer(request!, place++);
  });
}

/** A server that gives the same bytes for each request, and what it was sent. */
async function serverOf(answer: string | Buffer): Promise<{ port: number; requests: RawMessage[] }> {
  const requests: RawMessage[] = [];
  const port = await rawTlsServer((socket) => {
    onRequests(socket, (request) => {
      requests.push(request);
      socket.write(answer);
    });
  });
  return { port, requests };
}

function requestOf(given: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', target: '/v1/payments', headers: [], body: new Uint8Array(0), ...given };
}

describe('what HTTPS sends [A-https-exact]', () => {
  it('goes out on connections that are kept, one for each request under way', async () => {
    let connections = 0;
    const port = await rawTlsServer((socket) => {
      connections += 1;
      onRequests(socket, () => socket.write(OK));
    });
    const transport = openTransport(port);
    await transport.send(requestOf());
    await transport.send(requestOf());
    expect(connections).toBe(1);
    await Promise.all(Array.from({ length: 5 }, () => transport.send(requestOf())));
    expect(connections).toBe(5);
  });

  it('is nothing that HTTP has no way to write', async () => {
    const { port, requests } = await serverOf(OK);
    const broken: Partial<HttpRequest>[] = [
      { headers: [['X-A', 'a\r\nX-B: b']] },
      { headers: [['X A', 'a']] },
      { target: '/a b' },
      { method: 'GE T' },
      { headers: [['Transfer-Encoding', 'chunked']] },
    ];
    for (const given of broken) {
      await expect(openTransport(port).send(requestOf(given))).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      });
    }
    expect(requests).toEqual([]);
  });
});

describe('what HTTPS brings back [A-https-exact]', () => {
  it('is the last answer, where others go before it', async () => {
    const { port } = await serverOf(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`);
    const response = await openTransport(port).send(requestOf());
    expect(response).toMatchObject({ status: 200, headers: [['Content-Length', '2']] });
  });

  it('may come in pieces, chunked or until the connection ends', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n';
    const slow = await rawTlsServer((socket) => {
      onRequests(socket, () => {
        for (const [place, character] of [...chunked].entries()) {
          setTimeout(() => socket.write(character), place);
        }
      });
    });
    expect((await openTransport(slow).send(requestOf())).body.toString()).toBe('abcde');
    const unframed = await rawTlsServer((socket) => {
      onRequests(socket, () => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
    });
    expect((await openTransport(unframed).send(requestOf())).body.toString()).toBe('all of it');
  });
});

it('closing waits for what is under way and ends the connections [A-https-exact]', async () => {
  const sockets: TLSSocket[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const port = await rawTlsServer((socket) => {
    sockets.push(socket);
    onRequests(socket, arrive);
  });
  const transport = createHttpsTransport({ origin: `https://127.0.0.1:${port}`, ca: testTls().ca });
  const answered = transport.send(requestOf());
  await arrived;
  const closed = transport.close();
  sockets[0]!.write(OK);
  await closed;
  expect((await answered).status).toBe(200);
  if (!sockets[0]!.destroyed) await once(sockets[0]!, 'close');
  await expect(transport.send(requestOf())).rejects.toMatchObject({ code: 'NETWORK' });
});

describe('the address of a bank [S10-https-only]', () => {
  it.each([
    ...['http://bank.example', 'bank.example', 'https://bank.example/v1', 'https://user@bank.example'],
    ...['ftp://bank.example', ''],
  ])('is not %j', (origin) => {
    expect(() => createHttpsTransport({ origin })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });

  it('is an origin, with or without a last slash', async () => {
    for (const origin of ['https://bank.example', 'https://bank.example:8443/']) {
      await createHttpsTransport({ origin }).close();
    }
  });
});
