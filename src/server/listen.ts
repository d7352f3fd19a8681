import type { Server } from 'node:http';
import { Fault } from '../errors.ts';

/** Every address of the machine; clients on it say localhost. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** Where a server can be reached. */
export interface Place {
  readonly url: string;
  readonly port: number;
}

/** Where a server is to listen. */
export interface Wanted {
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** The flag that sets the port, for who set it. */
  readonly portFlag?: string | undefined;
}

/** @throws Fault INPUT_INVALID when another program has the port, or the address is none of this machine's */
export async function listen(server: Server, scheme: 'http' | 'https', wanted: Wanted): Promise<Place> {
  const { host, port } = wanted;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(faultOf(error, wanted)));
    server.listen({ host, port }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error("the server isn't listening on a port");
  const name = ALL_ADDRESSES.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return { url: `${scheme}://${name}:${address.port}`, port: address.port };
}

const OF_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port',
  EACCES: "the system doesn't allow it",
};

const OF_HOST: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: "this machine doesn't have that address",
  ENOTFOUND: "there's no such host",
};

function faultOf(error: NodeJS.ErrnoException, { host, port, portFlag }: Wanted): Fault {
  const { code = '' } = error;
  const reason = OF_PORT[code] ?? OF_HOST[code] ?? error.message;
  const place = portFlag === undefined ? '' : ` with ${portFlag}`;
  const hint =
    code in OF_HOST
      ? "Use one of this machine's addresses, or 0.0.0.0 for all of them."
      : `Choose another port${place}, or 0 for a free one.`;
  return new Fault('INPUT_INVALID', `Can't listen on ${host} port ${port}: ${reason}.`, {
    hint,
    cause: error,
  });
}
