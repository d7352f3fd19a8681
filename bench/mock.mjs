// Served creation beside what TPPs have used in a bank's place: Prism's mock of the standard's OpenAPI file, which keeps
// nothing, verifies no signature and speaks plain HTTP. Each gets creations of its own, over as many connections.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadProgram, withHome } from './built-program.mjs';
import { findPeer } from './peers.mjs';
import { median } from './processes.mjs';
import { makeTls, openSigner, start, startProcess, told } from './served-parts.mjs';

/** The standard's file, where it is: it isn't ours to ship. */
const standardFile =
  process.env.PSD2_STANDARD_FILE ??
  fileURLToPath(new URL('../../shared/standards/berlin-group-psd2-api-1.3.11.yaml', import.meta.url));

const ROUNDS = 5;
const REQUESTS = 2000;
const CONNECTIONS = 32;

export function bench() {
  return withHome(measure);
}

async function measure(home) {
  const library = await loadProgram().library();
  const sign = await openSigner(library, join(home, 'offline', 'keys'));
  const { ca, ...pair } = await makeTls(library);
  const mock = await startMock();
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'bank.db') });
  const load = startProcess('served-load.mjs');
  load.send({ ca, connections: CONNECTIONS });
  const [file, standard] = [join(home, 'requests'), join(home, 'standard')];
  writeFileSync(standard, standardCreations(REQUESTS));
  const rate = async ({ port, scheme }, file) => {
    load.send({ port, file, scheme });
    return (await told(load)).perSecond;
  };
  const rates = { mock: [], bank: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    writeFileSync(file, await sign(REQUESTS));
    const [ofMock, ofBank] = [await rate(mock, standard), await rate(bank, file)];
    bank.child.send('quarter');
    await told(bank.child);
    // The first round opens the connections and warms everybody up.
    if (round === 0) continue;
    rates.mock.push(ofMock);
    rates.bank.push(ofBank);
  }
  load.send({ end: true });
  bank.child.send('end');
  mock.child.kill();
  await Promise.all([load, bank.child, mock.child].map((child) => once(child, 'exit')));
  return tableOf(median(rates.mock), median(rates.bank));
}

/** Resolves when the mock takes connections. */
async function startMock() {
  if (!existsSync(standardFile)) throw new Error(`PSD2_STANDARD_FILE must name the file: ${standardFile}`);
  const port = await freePort();
  const args = [findPeer('@stoplight/prism-cli/dist/index.js'), 'mock', standardFile];
  const given = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'];
  const child = spawn(process.execPath, [...args, ...given], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tried = 0; !(await takesConnections(port)); tried += 1) {
    if (child.exitCode !== null || tried > 300) throw new Error('the mock did not start');
    await wait(100);
  }
  return { child, port, scheme: 'http' };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function takesConnections(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A payment of the standard, over and over: the mock keeps none. */
function standardCreations(count) {
  const body = Buffer.from(
    JSON.stringify({
      instructedAmount: { amount: '100.00', currency: 'EUR' },
      debtorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Ola Eksempel',
      creditorAccount: { iban: 'DE89370400440532013000' },
      remittanceInformationUnstructured: 'bench',
    }),
  );
  const headers = [
    ['Content-Type', 'application/json'],
    ['X-Request-ID', randomUUID()],
    ['PSU-IP-Address', '192.0.2.1'],
    ['Content-Length', String(body.length)],
  ];
  const target = '/v1/payments/sepa-credit-transfers';
  const line = JSON.stringify({ method: 'POST', target, headers, body: body.toString('base64') });
  return Array.from({ length: count }, () => line).join('\n');
}

function tableOf(mock, bank) {
  return {
    title: `Served creation, durable, over TLS, beside a mock over HTTP, ${CONNECTIONS} connections (medians of ${ROUNDS})`,
    unit: 'a second',
    floor: 'the mock',
    rows: [
      { name: "Prism's mock of the standard's file: no state, no signature", value: mock, ratio: 1 },
      { name: 'bank', value: bank, ratio: bank / mock, limit: { atLeast: 2 } },
    ],
  };
}
