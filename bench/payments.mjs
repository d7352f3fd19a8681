// Payments of every product: creation of each beside the domestic one, a due run beside the rows that it inserts,
// and the reading of a status beside one bare verification.
import { createPublicKey, randomUUID, sign, verify } from 'node:crypto';
import { withBank } from './support/bank.mjs';
import { measureInserts, withDatabase } from './support/copied-rows.mjs';
import { countPerSecond, createRow, median, reduce } from './support/tables.mjs';

const ROUNDS = reduce(15);
const CREATIONS = reduce(96);
const DUE = reduce(5_000);
const RUNS = 3;
const READS = reduce(400);
const IN_FLIGHT = 32;

const PRODUCTS = {
  domestic: '/v1/payments/norwegian-domestic-credit-transfers',
  'cross-border': '/v1/payments/norwegian-cross-border-credit-transfers',
  instant: '/v1/payments/instant-norwegian-credit-transfers-straks',
  periodic: '/v1/periodic-payments/norwegian-domestic-credit-transfers',
};

export function bench() {
  return withBank(async (bank) => {
    const creation = await measureCreations(bank);
    const reads = await measureStatusReads(bank);
    const runs = await measureRuns(bank);
    return {
      title: `Payments of every product in-process, durable (medians of ${ROUNDS}, of ${RUNS} for the run)`,
      unit: 'ms',
      floor: 'what is named',
      rows: [...creation, ...reads, ...runs],
    };
  });
}

/** Milliseconds of one creation, one at a time, each product in each round. */
async function measureCreations(bank) {
  const times = Object.fromEntries(Object.keys(PRODUCTS).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of Object.keys(PRODUCTS)) {
      const started = performance.now();
      for (let made = 0; made < CREATIONS; made += 1) await create(bank, name);
      // The first round warms up.
      if (round > 0) times[name].push((performance.now() - started) / CREATIONS);
    }
    await bank.endAuthorisations();
  }
  const domestic = median(times.domestic);
  return [
    createRow('creation: domestic', domestic, domestic),
    ...Object.keys(PRODUCTS)
      .slice(1)
      .map((name) =>
        createRow(`creation: ${name}, over domestic`, median(times[name]), domestic, { atMost: 1.3 }),
      ),
  ];
}

function create(bank, product) {
  return bank.send(bank.sign('POST', PRODUCTS[product], createBody(product, bank.accounts)));
}

/** Each payment differs, so none is a duplicate. */
function createBody(product, accounts) {
  const { bban, iban } = accounts[2];
  const common = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: accounts[0].bban, currency: 'NOK' },
    remittanceInformationUnstructured: `bench ${randomUUID()}`,
  };
  if (product === 'cross-border') return { ...common, creditorAccount: { iban, currency: 'NOK' } };
  const body = { ...common, creditorAccount: { bban, currency: 'NOK' } };
  if (product !== 'periodic') return body;
  return {
    ...body,
    startDate: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    frequency: 'Monthly',
  };
}

/** Reading the status of an approved payment, signed beforehand, beside verifying one signature. */
async function measureStatusReads(bank) {
  const { paymentId } = await create(bank, 'periodic');
  const target = `${PRODUCTS.periodic}/${paymentId}/status`;
  const { publicKey, text, signature } = createSample(bank.key);
  const bare = () => verify('sha256', text, publicKey, signature);
  const times = { bare: [], read: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const requests = Array.from({ length: READS }, () => bank.sign('GET', target));
    const read = await measureProcessor(requests, (request) => bank.send(request));
    const verified = await measureProcessor(requests, bare);
    if (round === 0) continue;
    times.read.push(read);
    times.bare.push(verified);
  }
  const bareMs = median(times.bare);
  return [
    createRow('one bare crypto.verify, RSA-2048', bareMs, bareMs),
    createRow('status read, over one crypto.verify', median(times.read), bareMs, { atMost: 3 }),
  ];
}

/** Milliseconds of the processor, of each: nothing here waits for the disk. */
async function measureProcessor(all, act) {
  const before = process.cpuUsage();
  for (const one of all) await act(one);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / all.length;
}

function createSample(key) {
  const text = Buffer.alloc(300, 'x');
  return { publicKey: createPublicKey(key), text, signature: sign('sha256', text, key) };
}

/** A run over 10,000 approved payments, beside the rows that it leaves, inserted anew in one transaction. */
async function measureRuns(bank) {
  const times = { run: [], inserts: [] };
  for (let round = 0; round < RUNS; round += 1) {
    await approveMany(bank, DUE);
    const started = performance.now();
    const { settled } = await bank.operate('/operator/batch/run');
    times.run.push(performance.now() - started);
    if (settled !== DUE) throw new Error(`${settled} of ${DUE} payments were settled`);
    times.inserts.push(measureRows(bank.path));
  }
  const inserts = median(times.inserts);
  return [
    createRow(`the inserts of a run over ${DUE} payments, in one transaction`, inserts, inserts),
    createRow('that run, over its inserts', median(times.run), inserts, { atMost: 12 }),
  ];
}

function approveMany(bank, count) {
  return countPerSecond(count, IN_FLIGHT, async () => {
    const { paymentId } = await create(bank, 'domestic');
    await bank.operate(`/operator/sca/${paymentId}/approve`);
  });
}

/** The payments of the last run: bookings carry its time. */
const TAKEN = 'SELECT payment FROM bookings WHERE booked_at_ms = (SELECT at_ms FROM runs WHERE sequence = ?)';

/** The tables that a run inserts into; the last run's rows are copied into tables like them. */
const COPIES = [
  ['transitions', `SELECT * FROM transitions WHERE from_status <> 'RCVD' AND payment IN (${TAKEN})`],
  ['bookings', `SELECT * FROM bookings WHERE payment IN (${TAKEN})`],
  [
    'booking_lines',
    `SELECT * FROM booking_lines WHERE booking IN
       (SELECT sequence FROM bookings WHERE payment IN (${TAKEN}))`,
  ],
  ['transactions', `SELECT * FROM transactions WHERE payment IN (${TAKEN})`],
];

/** Measures milliseconds of inserting what the last run inserted: durable, indexes and all, in one transaction. */
function measureRows(path) {
  const [{ run }] = withDatabase(path, (database) =>
    database.prepare('SELECT MAX(sequence) AS run FROM runs').all(),
  );
  return measureInserts(path, COPIES, [run]);
}
