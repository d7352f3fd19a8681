import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issueTlsCa, issueTlsCertificate } from '../../src/certificates/issue/tls.ts';
import type { Fault } from '../../src/errors.ts';
import type { HttpRequest } from '../../src/message.ts';
import type { HttpsOptions } from '../../src/transport/https.ts';
import { faultOf } from '../support/fault-of.ts';
import { openTransport } from '../support/https.ts';
import { pemOf } from '../support/keys.ts';
import { makeTls, rawTcpServer, rawTlsServer } from '../support/tls.ts';
import { trueTime } from '../support/true-clock.ts';

const DAY = 86_400_000;
const MIB = 1024 * 1024;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const get: HttpRequest = { method: 'GET', target: '/', headers: [], body: new Uint8Array(0) };
const post: HttpRequest = { ...get, method: 'POST', body: Buffer.from('{}') };

/** The fault of a request, with the transport's words and whether anything left. */
function faultAt(to: string | number, request = get, options: Partial<HttpsOptions> = {}): Promise<Fault> {
  return faultOf(openTransport(to, options).send(request));
}

/** A server that does something to each connection as soon as it is sent anything. */
async function serverThat(act: (socket: TLSSocket, place: number) => void): Promise<number> {
  let place = 0;
  return rawTlsServer((socket) => {
    const own = place++;
    socket.once('data', () => act(socket, own));
  });
}

/** A reset, not an end: the other side is told that nobody is there any more. */
function reset(socket: TLSSocket): void {
  (socket as unknown as { _parent?: Socket })._parent?.resetAndDestroy();
  socket.destroy();
}

/** Key and certificate of a server that is its own CA; our CA issues none without localhost. */
function selfSigned(host: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'server.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file];
  const options = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '2'];
  const certificate = execFileSync('openssl', ['req', '-x509', ...key, ...options], { stdio: 'pipe' });
  return `${certificate}${readFileSync(file, 'utf8')}`;
}

function expectUnsent(fault: Fault, words: RegExp): void {
  expect(fault).toMatchObject({ name: 'Fault', code: 'NETWORK', details: { sent: false } });
  expect(fault.message).toMatch(words);
  expect(fault.details.hint).toMatch(/\.$/);
  expect(fault.details.hint).not.toContain('outcome');
}

function expectUnknown(fault: Fault, words: RegExp): void {
  expect(fault).toMatchObject({ name: 'Fault', code: 'NETWORK', details: { sent: true } });
  expect(fault.message).toMatch(words);
}

describe('a bank that can not be reached [S10-nothing-left, S10-network-words]', () => {
  it('has a name that nobody knows', async () => {
    expectUnsent(await faultAt('https://bank.invalid'), /^Host not found: bank\.invalid\.$/);
  });

  it('does not listen', async () => {
    const port = await rawTcpServer(() => {});
    const free = port === 1 ? 2 : 1;
    expectUnsent(await faultAt(free, post), /^127\.0\.0\.1:1 refused the connection: nothing is listening/);
  });

  it('does not take the connection in time', async () => {
    const silent = await rawTcpServer(() => {});
    const fault = await faultAt(silent, post, { limits: { connectMilliseconds: 300 } });
    expectUnsent(fault, /didn't accept the connection within 0\.3 s\.$/);
  });

  it("doesn't support TLS, or TLS 1.1 at most", async () => {
    const plain = await rawTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expectUnsent(await faultAt(plain, post), /doesn't support TLS\.$/);
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const oldPort = await rawTlsServer(() => {}, old);
    expectUnsent(await faultAt(oldPort, post), /doesn't support TLS\.$/);
  });
});

describe('a TLS certificate [S10-network-words, A-tls-always-checked]', () => {
  it('of a CA that is not trusted is refused', async () => {
    const port = await rawTlsServer(() => {});
    const fault = await faultAt(port, post, { ca: undefined });
    expectUnsent(fault, /^The TLS certificate of 127\.0\.0\.1:\d+ isn't trusted: /);
    const other = await faultAt(port, post, { ca: makeTls().ca });
    expectUnsent(other, /isn't trusted: /);
    expect(other.details.hint).toContain('CA');
  });

  it('that has expired, or is not valid yet, is refused', async () => {
    const expired = makeTls(trueTime() - 40 * DAY);
    const port = await rawTlsServer(() => {}, expired);
    expectUnsent(await faultAt(port, post, { ca: expired.ca }), /^The TLS certificate of .* has expired\.$/);
    const early = makeTls(trueTime() + DAY);
    const earlyPort = await rawTlsServer(() => {}, early);
    expectUnsent(await faultAt(earlyPort, post, { ca: early.ca }), /^The TLS .* isn't valid yet\.$/);
  });

  it('for another host is refused', async () => {
    const pem = selfSigned('other.example');
    const port = await rawTlsServer(() => {}, { key: pem, certificate: pem });
    expectUnsent(await faultAt(port, post, { ca: pem }), /^The TLS .* is for another host\.$/);
  });

  it('for a host that its CA may not speak for is refused', async () => {
    const [ca, server] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }));
    const term = { notBefore: trueTime() - DAY, notAfter: trueTime() + DAY, serial: 1n };
    const issueCa = (hosts: string[]) =>
      issueTlsCa({ ...term, commonName: 'CA', privateKey: ca!.privateKey, hosts });
    const hosts = ['evil.example'];
    const issuer = { caCertificate: issueCa(hosts), caKey: ca!.privateKey };
    const certificate = issueTlsCertificate({ ...term, ...issuer, publicKey: server!.publicKey, hosts });
    const port = await rawTlsServer(() => {}, { key: pemOf(server!.privateKey), certificate });
    expectUnsent(
      await faultAt(port, post, { ca: issueCa([]) }),
      /isn't trusted: permitted subtree violation/,
    );
  });
});

describe('an answer that does not come [S10-outcome-unknown, S10-client-limits]', () => {
  it('in time ends the request', async () => {
    const port = await serverThat(() => {});
    const fault = await faultAt(port, post, { limits: { answerMilliseconds: 200 } });
    expectUnknown(fault, /didn't answer within 0\.2 s\.$/);
    expect(fault.details.hint).toContain('The outcome is unknown');
  });

  it('to its end in time ends the request, however busily it drips', async () => {
    const port = await serverThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    const fault = await faultAt(port, get, { limits: { answerMilliseconds: 300 } });
    expectUnknown(fault, /didn't answer within 0\.3 s\.$/);
    expect(fault.details.hint).toContain('Nothing was changed');
  });

  it('because the connection ends is told so, before its first byte and after', async () => {
    const ended = await serverThat((socket) => socket.end());
    expectUnknown(await faultAt(ended, post), /closed the connection/);
    const cut = await serverThat((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'));
    expectUnknown(await faultAt(cut, post), /closed the connection/);
    expectUnknown(await faultAt(await serverThat(reset), post), /closed the connection/);
  });

  it('in HTTP is told so', async () => {
    const port = await serverThat((socket) => socket.write('+OK POP3 ready\r\n'));
    expectUnknown(await faultAt(port, post), /isn't HTTP\.$/);
  });

  it('with headers of over 64 KiB is refused', async () => {
    const head = (bytes: number) =>
      `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(bytes)}\r\nContent-Length: 0\r\n\r\n`;
    const port = await serverThat((socket) => socket.write(head(64 * 1024)));
    expectUnknown(await faultAt(port, post), /are larger than 64 KiB\.$/);
    const fitting = await serverThat((socket) => socket.write(head(60 * 1024)));
    expect((await openTransport(fitting).send(post)).headers[0]?.[1]).toHaveLength(60 * 1024);
  });

  it('with a body of over 32 MiB is refused', async () => {
    const chunk = Buffer.alloc(MIB, 'x');
    const bodyOf = (mebibytes: number, more: string) => (socket: TLSSocket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${mebibytes * MIB + more.length}\r\n\r\n`);
      for (let sent = 0; sent < mebibytes; sent += 1) socket.write(chunk);
      socket.write(more);
    };
    const port = await serverThat(bodyOf(32, 'x'));
    expectUnknown(await faultAt(port, get), /is larger than 32 MiB\.$/);
    const transport = openTransport(await serverThat(bodyOf(32, '')));
    expect((await transport.send(get)).body).toHaveLength(32 * MIB);
  });
});

describe('what is sent again by itself [S10-sent-again]', () => {
  /** A server that breaks off the first connections and answers on the others. */
  async function brittleServer(breaks: number, how: (socket: TLSSocket) => void) {
    const seen = { connections: 0 };
    const port = await serverThat((socket, place) => {
      seen.connections += 1;
      if (place < breaks) how(socket);
      else socket.write(OK);
    });
    return { port, seen };
  }

  async function answerOf(port: number, request: HttpRequest): Promise<number> {
    return (await openTransport(port).send(request)).status;
  }

  it('is a GET, once, when the connection is reset or ends before the first byte of an answer', async () => {
    for (const how of [reset, (socket: TLSSocket) => void socket.end()]) {
      const once = await brittleServer(1, how);
      expect(await answerOf(once.port, get)).toBe(200);
      expect(once.seen.connections).toBe(2);
      const twice = await brittleServer(2, how);
      expectUnknown(await faultAt(twice.port, get), /closed the connection/);
      expect(twice.seen.connections).toBe(2);
    }
  });

  it('is no GET of which an answer had begun', async () => {
    const { port, seen } = await brittleServer(1, (socket) => {
      // A reset could overtake what the client has not read yet.
      socket.end('HTTP/1.1 200 OK\r\n');
    });
    expectUnknown(await faultAt(port, get), /closed the connection/);
    expect(seen.connections).toBe(1);
  });

  it('is no POST and no DELETE that left', async () => {
    for (const request of [post, { ...get, method: 'DELETE' }]) {
      const { port, seen } = await brittleServer(1, reset);
      expectUnknown(await faultAt(port, request), /closed the connection/);
      expect(seen.connections).toBe(1);
    }
  });

  it('is a POST of which nothing left, once', async () => {
    let connections = 0;
    const port = await rawTcpServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    expectUnsent(await faultAt(port, post), /^Can't connect to 127\.0\.0\.1/);
    expect(connections).toBe(2);
  });
});
