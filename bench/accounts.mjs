// A signed read of accounts over TLS, beside what TPPs use in a bank's place, over plain HTTP. Requests are signed before they
// are sent from another process, over connections that are kept.
import { startJsonServer, startPeers, startPrism } from './support/peers.mjs';
import { createFolder, end } from './support/processes.mjs';
import { createHome, loadLibrary } from './support/program.mjs';
import { issueTls, openReader, startLoad, startServer } from './support/requests.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const ROUNDS = reduce(7);
const SIGNED = reduce(300);
/** Each is signed once, and sent so often. */
const REPEATS = 10;
const CONNECTIONS = 32;
/** A private customer of the initial data. */
const PSU = '15813963008';
const OK = 200;

export async function bench() {
  const library = await loadLibrary();
  const { ca, pair } = await issueTls(library);
  const bank = await startServer('bank-process.mjs', { ...pair, path: `${createFolder()}/bank.db` });
  const { started: peers, notes } = await startPeers({ Prism: startPrism, 'json-server': startJsonServer });
  const sign = await openReader(library, createHome(), { bank, ca, psu: PSU });
  const load = startLoad(ca, CONNECTIONS);
  const rates = { bank: [], ...Object.fromEntries(Object.keys(peers).map((name) => [name, []])) };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const signed = await sign(SIGNED);
    const lines = Array(REPEATS).fill(signed).flat();
    for (const [name, server] of Object.entries({ ...peers, bank })) {
      const { perSecond } = await load.send(server, server.adapt?.(lines) ?? lines, OK);
      // The first round opens the connections and warms all up.
      if (round > 0) rates[name].push(perSecond);
    }
  }
  await end(load.child, bank.child, ...Object.values(peers).map(({ child }) => child));
  return createTable(rates, Object.keys(peers), notes);
}

const PEERS = {
  Prism: { name: "Prism's mock over HTTP: an example, no signature", limit: { atLeast: 3 } },
  'json-server': { name: 'json-server over HTTP: three rows, no signature' },
};

function createTable(rates, names, notes) {
  const bank = median(rates.bank);
  const rows = names.flatMap((name) => {
    const floor = median(rates[name]);
    return [
      createRow(PEERS[name].name, floor, floor),
      createRow(`bank, over ${name}`, bank, floor, PEERS[name].limit),
    ];
  });
  if (rows.length === 0) rows.push(createRow('bank', bank, bank));
  return {
    title: `A read of accounts, signed, over TLS, ${CONNECTIONS} connections (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'what is named',
    rows,
    notes,
  };
}
