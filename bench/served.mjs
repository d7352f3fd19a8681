// Served creation over TLS against its floor: both servers in processes of their own, the same requests for both, signed
// in this process before they are sent from a third. Each round measures the one and the other.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram, withHome } from './built-program.mjs';
import { median } from './processes.mjs';
import { makeTls, openSigner, start, startProcess, told } from './served-parts.mjs';

const ROUNDS = 9;
const REQUESTS = 2000;
const CONNECTIONS = 32;
/** Over which the slowest of a hundred are looked at. */
const FEW_CONNECTIONS = 16;

export function bench() {
  return withHome(measure);
}

async function measure(home) {
  const library = await loadProgram().library();
  const sign = await openSigner(library, join(home, 'offline', 'keys'));
  const { ca, ...pair } = await makeTls(library);
  const floor = await start('floor-server.mjs', { ...pair, path: join(home, 'floor.db') });
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'bank.db') });
  const loads = [CONNECTIONS, FEW_CONNECTIONS].map((connections) => {
    const load = startProcess('served-load.mjs');
    load.send({ ca, connections });
    return load;
  });
  const file = join(home, 'requests');
  const measured = async (load, { child, port }) => {
    const before = await usageOf(child);
    load.send({ port, file });
    const { perSecond, p99 } = await told(load);
    const processor = ((await usageOf(child)) - before) / REQUESTS;
    return { perSecond, p99, processor };
  };
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measures = [];
    for (const load of loads) {
      writeFileSync(file, await sign(REQUESTS));
      measures.push(await measured(load, floor), await measured(load, bank));
      bank.child.send('quarter');
      await told(bank.child);
    }
    // The first round opens the connections and warms everybody up.
    if (round > 0) rounds.push(measures);
  }
  for (const load of loads) load.send({ end: true });
  for (const { child } of [floor, bank]) child.send('end');
  await Promise.all([...loads, floor.child, bank.child].map((child) => once(child, 'exit')));
  return tablesOf(rounds);
}

/** Microseconds of the processor. */
async function usageOf(child) {
  child.send('usage');
  return (await told(child)).processor;
}

/** Each round has floor and bank over many connections, then over few. */
function tablesOf(rounds) {
  const of = (place, name) => median(rounds.map((measures) => measures[place][name]));
  const floor = 'bare node:https server';
  const names = ['bare node:https: digest, RSA verify, zod, one row', 'bank'];
  const table = (title, unit, [ofFloor, ofBank], limit) => ({
    ...{ title: `${title} (medians of ${ROUNDS})`, unit, floor },
    rows: [
      { name: names[0], value: ofFloor, ratio: 1 },
      { name: names[1], value: ofBank, ratio: ofBank / ofFloor, ...(limit === undefined ? {} : { limit }) },
    ],
  });
  return [
    table(
      `Served creation over TLS, durable, ${CONNECTIONS} connections`,
      'a second',
      [of(0, 'perSecond'), of(1, 'perSecond')],
      { atLeast: 0.55 },
    ),
    table('The processor for each of them', 'µs', [of(0, 'processor'), of(1, 'processor')]),
    table(
      `The slowest of a hundred of them, ${FEW_CONNECTIONS} connections`,
      'ms',
      [of(2, 'p99'), of(3, 'p99')],
      { atMost: 3 },
    ),
  ];
}
