import type { Server } from 'node:http';
import { Fault } from '../errors.ts';

/** Every address of the machine; clients on it say localhost. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** Where a server can be reached. */
export interface Place {
  readonly url: string;
  readonly port: number;
}

/** @throws Fault INPUT_INVALID when another program has the port, or the address is none of this machine's */
export async function listen(
  server: Server,
  scheme: 'http' | 'https',
  host: string,
  port: number,
): Promise<Place> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(faultOf(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error("the server isn't listening on a port");
  const name = ALL_ADDRESSES.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return { url: `${scheme}://${name}:${address.port}`, port: address.port };
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port',
  EACCES: "the system doesn't allow it",
  EADDRNOTAVAIL: "this machine doesn't have that address",
  ENOTFOUND: "there's no such host",
};

function faultOf(error: NodeJS.ErrnoException, host: string, port: number): Fault {
  const reason = REASONS[error.code ?? ''] ?? error.message;
  return new Fault('INPUT_INVALID', `Can't listen on ${host} port ${port}: ${reason}.`, {
    hint: 'Choose another port, or 0 for a free one.',
    cause: error,
  });
}
