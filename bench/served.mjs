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

export function bench() {
  return withHome(measure);
}

async function measure(home) {
  const library = await loadProgram().library();
  const sign = await openSigner(library, join(home, 'offline', 'keys'));
  const { ca, ...pair } = await makeTls(library);
  const floor = await start('floor-server.mjs', { ...pair, path: join(home, 'floor.db') });
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'bank.db') });
  const load = startProcess('served-load.mjs');
  load.send({ ca, connections: CONNECTIONS });
  const file = join(home, 'requests');
  const rate = async ({ port }) => {
    load.send({ port, file });
    return (await told(load)).perSecond;
  };
  const rates = { floor: [], bank: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    writeFileSync(file, await sign(REQUESTS));
    const [ofFloor, ofBank] = [await rate(floor), await rate(bank)];
    bank.child.send('quarter');
    await told(bank.child);
    // The first round opens the connections and warms everybody up.
    if (round === 0) continue;
    rates.floor.push(ofFloor);
    rates.bank.push(ofBank);
  }
  load.send({ end: true });
  for (const { child } of [floor, bank]) child.send('end');
  await Promise.all([load, floor.child, bank.child].map((child) => once(child, 'exit')));
  return tableOf(median(rates.floor), median(rates.bank));
}

function tableOf(floor, bank) {
  return {
    title: `Served creation over TLS, durable, ${CONNECTIONS} connections (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'bare node:https server',
    rows: [
      { name: 'bare node:https: digest, RSA verify, zod, one row', value: floor, ratio: 1 },
      { name: 'bank', value: bank, ratio: bank / floor, limit: { atLeast: 0.5 } },
    ],
  };
}
