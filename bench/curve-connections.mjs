// Served creations a second over 1 to 64 connections: the bank, the floor below it, and what TPPs use in its place.
import { createCurve } from './support/curve.mjs';
import { startLoad } from './support/requests.mjs';
import { startServers } from './support/served.mjs';
import { median, reduce } from './support/tables.mjs';

const CONNECTIONS = [1, 2, 4, 8, 16, 32, 64];
const ROUNDS = reduce(5);
const REQUESTS = reduce(1500);
/** Of a peer, which is slower. */
const FEW_REQUESTS = reduce(400);

export async function bench() {
  const { floor, bank, peers, notes, sign, ca, end } = await startServers();
  const loads = CONNECTIONS.map((connections) => startLoad(ca, connections));
  const names = ['bare node:https server', 'bank', ...Object.keys(peers)];
  const measured = names.map((name) => ({
    name,
    rates: CONNECTIONS.map(() => []),
    p99s: CONNECTIONS.map(() => []),
  }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, load] of loads.entries()) {
      const lines = await sign(REQUESTS);
      const few = lines.slice(0, FEW_REQUESTS);
      const servers = [floor, bank, ...Object.values(peers)];
      for (const [number, server] of servers.entries()) {
        const { perSecond, p99 } = await load.send(server, server.adapt?.(few) ?? lines);
        // The first round opens the connections and warms all up.
        if (round === 0) continue;
        measured[number].rates[place].push(perSecond);
        measured[number].p99s[place].push(p99);
      }
      await bank.endAuthorisations();
    }
  }
  await end(...loads.map(({ child }) => child));
  const curve = (file, title, unit, read) =>
    createCurve({
      ...{ file, title, unit, axis: 'connections', values: CONNECTIONS, notes },
      series: measured.map((one) => ({ name: one.name, values: read(one).map(median) })),
    });
  return [
    curve('connections', 'Served creation', 'a second', ({ rates }) => rates),
    curve('connections-slowest', 'The slowest of a hundred creations', 'ms', ({ p99s }) => p99s),
  ];
}
