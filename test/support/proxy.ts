import { connect, type Socket } from 'node:net';
import { rawTcpServer } from './tls.ts';

export interface TestProxy {
  readonly url: string;
  /** Heads of what came, as text. */
  readonly heads: string[];
}

/**
 * A proxy on this machine that leads every name to one port of it; it ends with the test.
 * @param password what it asks for, as `user:password`
 */
export async function testProxy(leadsTo: number, password?: string): Promise<TestProxy> {
  const heads: string[] = [];
  const port = await rawTcpServer((client) => {
    client.once('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1');
      heads.push(head);
      const wanted = password === undefined ? '' : Buffer.from(password).toString('base64');
      if (!head.includes(wanted)) {
        client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      } else {
        tunnel(client, leadsTo);
      }
    });
  });
  return { url: `http://127.0.0.1:${port}`, heads };
}

function tunnel(client: Socket, port: number): void {
  const bank = connect({ host: '127.0.0.1', port });
  bank.on('error', () => client.destroy());
  client.on('close', () => bank.destroy());
  bank.once('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.pipe(bank);
    bank.pipe(client);
  });
}
