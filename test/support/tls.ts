import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { type ConnectionOptions, connect, createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { issueTlsCa, issueTlsCertificate } from '../../src/certificates/issue/tls.ts';
import { pemOf } from './keys.ts';
import { trueTime } from './true-clock.ts';

/** What a server of the tests shows, and what its clients trust; all PEM. */
export interface TestTls {
  readonly ca: string;
  readonly key: string;
  readonly certificate: string;
}

const DAY = 86_400_000;

/** A TLS CA and a server's certificate of it, valid from `notBefore` for 30 days, by the time that TLS goes by. */
export function makeTls(notBefore = trueTime() - DAY, hosts: readonly string[] = []): TestTls {
  const ca = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const term = { notBefore, notAfter: notBefore + 30 * DAY, hosts };
  const caCertificate = issueTlsCa({
    ...term,
    serial: 1n,
    commonName: 'TLS CA',
    privateKey: ca.privateKey,
    notBefore: trueTime() - 400 * DAY,
  });
  const certificate = issueTlsCertificate({
    ...term,
    serial: 2n,
    caCertificate,
    caKey: ca.privateKey,
    publicKey: server.publicKey,
  });
  return { ca: caCertificate, key: pemOf(server.privateKey), certificate };
}

let own: TestTls | undefined;

/** One for each test process, made when first asked for. */
export function testTls(): TestTls {
  own ??= makeTls();
  return own;
}

/**
 * A server that is told of each TLS connection and otherwise does nothing of its own. It ends with the test.
 * @returns the port at 127.0.0.1
 */
export async function rawTlsServer(
  connected: (socket: TLSSocket) => void,
  { key, certificate, ...options }: Partial<TestTls> & TlsOptions = {},
): Promise<number> {
  const tls = testTls();
  const sockets = new Set<TLSSocket>();
  const server = createServer({ key: key ?? tls.key, cert: certificate ?? tls.certificate, ...options });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    connected(socket);
  });
  server.on('tlsClientError', () => {});
  return listenHere(server, sockets);
}

/**
 * A server below TLS, with a port of its own. It ends with the test.
 * @returns the port at 127.0.0.1
 */
export async function rawTcpServer(connected: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    connected(socket);
  });
  return listenHere(server, sockets);
}

async function listenHere(server: Server, sockets: ReadonlySet<Socket>): Promise<number> {
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A client's socket that trusts the CA of the tests; it ends with the test. */
export async function connectTls(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: testTls().ca, ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  socket.on('error', () => {});
  return socket;
}
