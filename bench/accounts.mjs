// A read of accounts over HTTPS, signed, beside Prism's mock of the standard's file over plain HTTP, which verifies nothing
// and answers an example. Requests are signed before they are sent from another process, over connections that are kept.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { loadProgram, withHome } from './built-program.mjs';
import { startMock } from './prism-mock.mjs';
import { median } from './processes.mjs';
import { makeTls, openReader, PSUS, start, startProcess, told } from './served-parts.mjs';

const ROUNDS = 7;
const REQUESTS = 3000;
/** Each is signed once, and sent so often. */
const REPEATS = 10;
const CONNECTIONS = 32;

export function bench() {
  return withHome(measure);
}

async function measure(home) {
  const library = await loadProgram().library();
  const { ca, ...pair } = await makeTls(library);
  const mock = await startMock();
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'bank.db') });
  const keys = join(home, 'offline', 'keys');
  const askBank = (line) => ask(bank, ca, line);
  const signers = await inTurn(PSUS, (psu) => openReader(library, keys, { bank, ask: askBank, psu }));
  const load = startProcess('served-load.mjs');
  load.send({ ca, connections: CONNECTIONS });
  const [file, standard] = [join(home, 'requests'), join(home, 'standard')];
  writeFileSync(standard, standardReads(REQUESTS));
  const rate = async ({ port, scheme }, file) => {
    load.send({ port, file, scheme, expected: 200 });
    return (await told(load)).perSecond;
  };
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rates = [await rate(mock, standard)];
    for (const reading of [signers.slice(0, 1), signers]) {
      writeFileSync(file, await readsOf(reading));
      rates.push(await rate(bank, file));
    }
    // The first round opens the connections and warms everybody up.
    if (round > 0) rounds.push(rates);
  }
  load.send({ end: true });
  bank.child.send('end');
  mock.child.kill();
  await Promise.all([load, bank.child, mock.child].map((child) => once(child, 'exit')));
  return tableOf(...[0, 1, 2].map((place) => median(rounds.map((rates) => rates[place]))));
}

/** Opened one after the other: each has an SCA that is approved at the same bank. */
async function inTurn(psus, open) {
  const opened = [];
  for (const psu of psus) opened.push(await open(psu));
  return opened;
}

/** Signed reads, of each PSU in turn. */
async function readsOf(signers) {
  const lines = await Promise.all(
    Array.from({ length: REQUESTS / REPEATS }, (_, place) => signers[place % signers.length]()),
  );
  return Array(REPEATS).fill(lines).flat().join('\n');
}

/** One request and its JSON. */
async function ask({ port }, ca, { method, target, headers }) {
  const pool = new Pool(`https://127.0.0.1:${port}`, { connect: { ca } });
  const { body } = await pool.request({ method, path: target, headers: headers.flat() });
  const answer = await body.json();
  await pool.close();
  return answer;
}

function standardReads(count) {
  const headers = [
    ['X-Request-ID', randomUUID()],
    ['Consent-ID', 'bench'],
    ['PSU-IP-Address', '192.0.2.1'],
  ];
  const line = JSON.stringify({ method: 'GET', target: '/v1/accounts', headers, body: '' });
  return Array(count).fill(line).join('\n');
}

function tableOf(mock, bank, ofTwo) {
  return {
    title: `Read of accounts, signed, over TLS, beside a mock over HTTP, ${CONNECTIONS} connections (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'the mock',
    rows: [
      { name: "Prism's mock of the standard's file: no state, no signature", value: mock, ratio: 1 },
      { name: 'bank', value: bank, ratio: bank / mock, limit: { atLeast: 2.5 } },
      { name: 'bank, two PSUs in turn', value: ofTwo, ratio: ofTwo / mock },
    ],
  };
}
