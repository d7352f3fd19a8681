// Served creation over TLS, durable. Its floor is a bare server that does the least work possible; beside both is what TPPs use
// in a bank's place, over plain HTTP. All are processes of their own, and take turns with requests that are signed before they
// are sent.
import { startLoad } from './support/requests.mjs';
import { startServers } from './support/served.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const ROUNDS = reduce(9);
const REQUESTS = reduce(2000);
/** Of a peer, which is slower. */
const FEW_REQUESTS = reduce(500);
const CONNECTIONS = 32;
/** Over which the slowest of a hundred are looked at. */
const FEW_CONNECTIONS = 16;

export async function bench() {
  const { floor, bank, peers, notes, sign, ca, end } = await startServers();
  const many = startLoad(ca, CONNECTIONS);
  const few = startLoad(ca, FEW_CONNECTIONS);
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { peers: {} };
    measured.many = await measureBoth(many, { floor, bank, lines: await sign(REQUESTS) });
    await bank.endAuthorisations();
    measured.few = await measureBoth(few, { floor, bank, lines: await sign(REQUESTS) });
    await bank.endAuthorisations();
    for (const [name, peer] of Object.entries(peers))
      measured.peers[name] = await many.send(peer, peer.adapt(await sign(FEW_REQUESTS)));
    // The first round opens the connections and warms all up.
    if (round > 0) rounds.push(measured);
  }
  await end(
    many.child,
    few.child,
    floor.child,
    bank.child,
    ...Object.values(peers).map(({ child }) => child),
  );
  return [...createTables(rounds), createPeerTable(rounds, Object.keys(peers), notes)];
}

async function measureBoth(load, { floor, bank, lines }) {
  return { floor: await measureLoad(load, floor, lines), bank: await measureLoad(load, bank, lines) };
}

async function measureLoad(load, server, lines) {
  const before = await server.measureProcessor();
  const { perSecond, p99 } = await load.send(server, lines);
  return { perSecond, p99, processor: ((await server.measureProcessor()) - before) / lines.length };
}

function createTables(rounds) {
  const floor = 'bare node:https server';
  const table = (title, unit, { load, measure, limit }) => {
    const [ofFloor, ofBank] = ['floor', 'bank'].map((server) =>
      median(rounds.map((round) => round[load][server][measure])),
    );
    return {
      ...{ title: `${title} (medians of ${ROUNDS})`, unit, floor },
      rows: [
        createRow('bare node:https: digest, RSA verify, zod, one row', ofFloor, ofFloor),
        createRow('bank', ofBank, ofFloor, limit),
      ],
    };
  };
  return [
    table(`Served creation over TLS, durable, ${CONNECTIONS} connections`, 'a second', {
      ...{ load: 'many', measure: 'perSecond', limit: { atLeast: 0.42 } },
    }),
    table('The processor for each of them', 'µs', {
      ...{ load: 'many', measure: 'processor', limit: { atMost: 2 } },
    }),
    table(`The slowest of a hundred of them, ${FEW_CONNECTIONS} connections`, 'ms', {
      ...{ load: 'few', measure: 'p99', limit: { atMost: 2 } },
    }),
  ];
}

const PEERS = {
  Prism: { name: "Prism's mock over HTTP: no state, no signature", limit: { atLeast: 3 } },
  'json-server': { name: 'json-server over HTTP: in memory, no signature' },
};

function createPeerTable(rounds, names, notes) {
  const bank = median(rounds.map(({ many }) => many.bank.perSecond));
  const rows = names.flatMap((name) => {
    const floor = median(rounds.map(({ peers }) => peers[name].perSecond));
    return [
      createRow(PEERS[name].name, floor, floor),
      createRow(`bank, over ${name}`, bank, floor, PEERS[name].limit),
    ];
  });
  return {
    title: `Served creation beside what TPPs use in a bank's place, ${CONNECTIONS} connections (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'what is named',
    rows,
    notes,
  };
}
