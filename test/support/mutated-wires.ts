import type { MutatedGuest } from './mutated-guest.ts';
import { type Draw, MUTATIONS, requestsToMutate } from './mutated-requests.ts';

/** Has guests send so many requests that are nearly right, one after another each. */
export async function sendMutated(
  guests: readonly MutatedGuest[],
  count: number,
  draw: Draw,
  heard: (wire: Buffer) => Buffer = (wire) => wire,
): Promise<void> {
  const requests = requestsToMutate(60, draw);
  const mutations = Object.values(MUTATIONS);
  const wires = Array.from({ length: count }, (_, place) =>
    heard(mutations[place % mutations.length]!(requests[Math.floor(draw() * requests.length)]!, draw)),
  );
  const send = async (guest: MutatedGuest) => {
    for (let wire = wires.pop(); wire !== undefined; wire = wires.pop()) await guest.send(wire);
  };
  await Promise.all(guests.map(send));
}

/** The same for a server that knows its name: what is mutated otherwise would all be refused for its Host. */
export function toHost(port: number): (wire: Buffer) => Buffer {
  return (wire) =>
    Buffer.from(
      wire.toString('latin1').replace('\r\nHost: a\r\n', `\r\nHost: 127.0.0.1:${port}\r\n`),
      'latin1',
    );
}
