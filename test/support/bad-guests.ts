import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import type { Header, HttpRequest } from '../../src/message.ts';
import { MutatedGuest } from './mutated-guest.ts';
import { drawFrom, MUTATIONS, requestsToMutate, wireOf } from './mutated-requests.ts';
import type { Turn } from './processor-share.ts';
import { SEED } from './seed.ts';
import { testTls } from './tls.ts';

/** A connection that leaves nothing to clean up when it is given up. */
export async function guestSocket(port: number): Promise<Socket> {
  const socket = connectOverTls({ host: '127.0.0.1', port, ca: testTls().ca });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('secureConnect', resolve).once('close', resolve));
  return socket;
}

async function plainSocket(port: number): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const GET = 'GET /v1/accounts HTTP/1.1\r\nHost: a\r\n';

/** Sends these again and again, each on the connection of the last one unless that was ended. */
function sender(wires: readonly Buffer[], socket = guestSocket) {
  let next = 0;
  return (port: number): Turn => {
    const guest = new MutatedGuest(() => socket(port));
    return () => {
      next += 1;
      return guest.send(wires[next % wires.length]!);
    };
  };
}

/** One whose signature isn't that of its X-Request-ID: the bank looks for the cause. */
function withAnotherId({ headers, ...request }: HttpRequest): Buffer {
  const changed = headers.map(([name, value]): Header => {
    return [name, name === 'X-Request-ID' ? 'another' : value];
  });
  return wireOf({ ...request, headers: changed });
}

function byTheByte(port: number): Turn {
  let socket: Socket | undefined;
  return async () => {
    if (socket === undefined || socket.destroyed) {
      socket = await guestSocket(port);
      socket.resume().write(`${GET}X-A: `);
    }
    if (socket.writable) socket.write('a');
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
}

/** Everything that a guest may do, by name: what has the turns of one at a port of TLS. */
export function badGuests(): Readonly<Record<string, (port: number) => Turn>> {
  const draw = drawFrom(SEED);
  const requests = requestsToMutate(60, draw);
  const changed = (mutate: (typeof MUTATIONS)[string]) => requests.map((request) => mutate(request, draw));
  const text = (wire: string) => sender([Buffer.from(wire)]);
  return {
    'what was changed at random': sender(
      Object.values(MUTATIONS)
        .flatMap(changed)
        .toSorted(() => draw() - 0.5),
    ),
    'what has other bytes here and there': sender(changed(MUTATIONS['flipped bytes']!)),
    'signatures whose cause is sought': sender(requests.map(withAnotherId)),
    '40 KiB of headers': text(`${GET}X-A: ${'a'.repeat(40_000)}\r\n\r\n`),
    '4,000 headers': text(`${GET}${'A: \r\n'.repeat(4000)}\r\n`),
    'a length beside chunks': text(`${GET}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    'no TLS': sender([Buffer.from(`${GET}\r\n`)], plainSocket),
    'nothing after the handshake': (port) => async () => void (await guestSocket(port)).destroy(),
    'a header by the byte': byTheByte,
  };
}
