import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { testTls } from './tls.ts';

/** What stood on the newest connection since it was last asked for, both directions without TLS around them. */
export interface Tapped {
  readonly request: Buffer;
  readonly answer: Buffer;
}

export interface TlsTap {
  readonly port: number;
  take(): Tapped;
  close(): Promise<void>;
}

/** Stands between a client and a server of TLS: ends the one's TLS, begins the other's, and writes down every byte. */
export async function openTap(serverPort: number): Promise<TlsTap> {
  const { key, certificate, ca } = testTls();
  const sockets = new Set<TLSSocket>();
  let request: Buffer[] = [];
  let answer: Buffer[] = [];
  const takeUp = () => {
    const taken = { request: Buffer.concat(request), answer: Buffer.concat(answer) };
    request.length = 0;
    answer.length = 0;
    return taken;
  };
  const server = createServer({ key, cert: certificate }, (client) => {
    const bank = connect({ host: '127.0.0.1', port: serverPort, ca });
    for (const socket of [client, bank]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
    // What still comes on older connections goes where nobody looks.
    const [asked, answered]: [Buffer[], Buffer[]] = [[], []];
    request = asked;
    answer = answered;
    client.on('data', (bytes: Buffer) => asked.push(bytes));
    bank.on('data', (bytes: Buffer) => answered.push(bytes));
    client.pipe(bank);
    bank.pipe(client);
    client.once('close', () => bank.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    take: takeUp,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
