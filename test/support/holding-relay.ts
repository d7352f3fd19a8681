import { connect } from 'node:net';
import { rawTcpServer } from './tls.ts';

/** Stands before a bank and can keep its answers from the client; it ends with the test. */
export interface HoldingRelay {
  readonly port: number;
  /** The port of the bank; it may come back at another. */
  leadsTo: number;
  /** Whether the client gets the handshake and nothing after it. */
  holds: boolean;
}

export async function holdingRelay(leadsTo: number): Promise<HoldingRelay> {
  const relay = { leadsTo, holds: true };
  const port = await rawTcpServer((client) => {
    const bank = connect({ host: '127.0.0.1', port: relay.leadsTo });
    const { holds } = relay;
    // The first is the client's hello; what follows goes out once it knows the bank, and the request is in it.
    let spoken = 0;
    client.on('data', (chunk: Buffer) => {
      spoken += 1;
      bank.write(chunk);
    });
    bank.on('data', (chunk: Buffer) => {
      if (!holds || spoken < 2) client.write(chunk);
    });
    bank.on('error', () => client.destroy());
    bank.on('close', () => client.destroy());
    client.on('close', () => bank.destroy());
  });
  return Object.assign(relay, { port });
}
