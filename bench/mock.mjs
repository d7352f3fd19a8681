// Served creation beside what TPPs have used in a bank's place: Prism's mock of the standard's OpenAPI file, which keeps
// nothing, verifies no signature and speaks plain HTTP. Each gets creations of its own, over as many connections.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram, withHome } from './built-program.mjs';
import { startMock } from './prism-mock.mjs';
import { median } from './processes.mjs';
import { makeTls, openSigner, start, startProcess, told } from './served-parts.mjs';

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
