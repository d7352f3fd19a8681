// What `sandbox seed` takes for a world of 50 customers, 200 accounts and 100,000 transactions, generated and from an
// ndjson file: whole processes of the built program beside the bare insert of the same rows, the second apply beside the
// first, and the peak of memory beside that of a tenth of it.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureInserts, withDatabase } from './support/copied-rows.mjs';
import { removeFolder } from './support/processes.mjs';
import { createHome, RUN_FILE } from './support/program.mjs';
import { createRow, reduce } from './support/tables.mjs';

const [SMALL, LARGE] = [200 * reduce(50), 200 * reduce(500)];
const [CUSTOMERS, ACCOUNTS_EACH, AT_ONCE] = [50, 4, 500];
const PEAK = fileURLToPath(new URL('support/peak-memory.cjs', import.meta.url));
const FORMS = { generated: writeGeneratedWorld, 'from ndjson': writeNdjsonWorld };

export function bench() {
  const [times, peaks] = [[], []];
  for (const [name, write] of Object.entries(FORMS)) {
    const small = measure(write, SMALL);
    const large = measure(write, LARGE);
    times.push(
      createRow(
        `the rows of ${LARGE} ${name}, inserted ${AT_ONCE} at a time, each durable`,
        large.inserts,
        large.inserts,
      ),
      createRow(`seed of ${LARGE} ${name}, over their rows`, large.first.ms, large.inserts, { atMost: 4 }),
      createRow(`the same again, over the first`, large.second.ms, large.first.ms, { atMost: 0.6 }),
    );
    peaks.push(
      createRow(`${SMALL} ${name}`, small.first.mb, small.first.mb),
      createRow(`${LARGE} ${name}`, large.first.mb, small.first.mb, { atMost: 1.3 }),
      createRow(`${LARGE} ${name}, over 250 MB`, large.first.mb, 250, { atMost: 1 }),
      createRow(`${LARGE} ${name}, applied again, over 250 MB`, large.second.mb, 250, { atMost: 1 }),
    );
  }
  return [
    { title: 'A seed, whole processes', unit: 'ms', floor: 'what is named', rows: times },
    { title: 'Peak memory of a seed, bank and all', unit: 'MB', floor: `${SMALL} of the same`, rows: peaks },
  ];
}

function measure(write, count) {
  const home = createHome();
  const file = write(home, count);
  const first = applySeed(home, file, { created: count });
  const inserts = insertBare(join(home, 'offline', 'bank.db'));
  const second = applySeed(home, file, { created: 0 });
  removeFolder(home);
  return { first, inserts, second };
}

/** Applies a seed in a process, which must create so many transactions. */
function applySeed(home, file, { created }) {
  const args = ['--require', PEAK, RUN_FILE, 'sandbox', 'seed', file, '--json'];
  const env = { PATH: process.env.PATH, PSD2_HOME: home };
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 2 ** 26 });
  const ms = performance.now() - started;
  const [, peakKb] = /peak (\d+) kB/.exec(stderr.toString()) ?? [];
  const { bySort } = status === 0 ? JSON.parse(stdout) : {};
  if (bySort?.transactions.created !== created)
    throw new Error(`${file} ended with ${status}: ${JSON.stringify(bySort)} ${stderr}`);
  return { ms, mb: Number(peakKb) / 1024 };
}

/** What the applies left behind, as many at a time as a request has. */
const COPIES = [
  ['bookings', 'SELECT * FROM bookings WHERE sequence > ?1 AND sequence <= ?1 + 500'],
  ['booking_lines', 'SELECT * FROM booking_lines WHERE booking > ?1 AND booking <= ?1 + 500'],
  ['transactions', 'SELECT * FROM transactions WHERE booking > ?1 AND booking <= ?1 + 500'],
];

function insertBare(path) {
  const [{ first, last }] = withDatabase(path, (database) =>
    database.prepare('SELECT MIN(booking) AS first, MAX(booking) AS last FROM transactions').all(),
  );
  const count = Math.ceil((last - first + 1) / AT_ONCE);
  const starts = Array.from({ length: count }, (_, chunk) => first - 1 + chunk * AT_ONCE);
  return measureInserts(path, COPIES, starts);
}

function writeGeneratedWorld(home, count) {
  const transactions = count / CUSTOMERS / ACCOUNTS_EACH;
  const customers = Array.from({ length: CUSTOMERS }, (_, place) => ({
    ...createCustomer(place),
    accounts: Array.from({ length: ACCOUNTS_EACH }, (_, account) => ({
      ...{ name: `Konto ${account}`, currency: 'NOK', balance: 25_000 },
      generate: { transactions, from: '2023-01-01', to: '2024-12-31', seed: place * ACCOUNTS_EACH + account },
    })),
  }));
  return writeText(join(home, 'world.json'), JSON.stringify({ version: 1, customers }));
}

/** All on one account, in no order. */
function writeNdjsonWorld(home, count) {
  const lines = Array.from({ length: count }, (_, place) => {
    const date = new Date(Date.UTC(2023, 0, 1 + (place % 700))).toISOString().slice(0, 10);
    const counterparty = { name: 'Strøm og nett AS', bban: '99911200011' };
    const direction = place % 2 === 0 ? 'in' : 'out';
    return JSON.stringify({
      date,
      amount: 1 + (place % 5000),
      direction,
      text: `Invoice ${place}`,
      counterparty,
    });
  });
  writeText(join(home, 'transactions.ndjson'), `${lines.join('\n')}\n`);
  const account = {
    name: 'Konto',
    currency: 'NOK',
    balance: 25_000,
    transactionsFile: 'transactions.ndjson',
  };
  const customers = [{ ...createCustomer(0), accounts: [account] }];
  return writeText(join(home, 'world.json'), JSON.stringify({ version: 1, customers }));
}

function createCustomer(place) {
  return { number: `208789${String(10_000 + place)}`, name: `Nora Eksempel ${place}`, type: 'PRIVATE' };
}

function writeText(path, text) {
  writeFileSync(path, text);
  return path;
}
