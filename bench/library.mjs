// The bank of a test: the first and the second of a process, a fork of the initial world, and a fork and a snapshot of a
// world of 100,000 transactions beside the driver's own backup of the same file. Each part has a temporary folder of its own,
// where the bank's file is found.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBank } from '@psd2-tool/cli/bank';
import { median, outputOf } from './processes.mjs';

const { DatabaseSync, backup } = createRequire(import.meta.url)('@photostructure/sqlite');

const PROCESSES = 15;
const FORKS = 101;
const LARGE_FORKS = 15;
const SNAPSHOTS = 3;
const TRANSACTIONS = 100_000;
/** What a fork of the initial world may take. */
const FORK_MS = 3;

export async function bench() {
  return [
    creation(),
    await inOwnFolder(smallForks),
    await inOwnFolder(largeForks),
    await inOwnFolder(largeSnapshots),
  ];
}

const TWO_BANKS = `
  import { createBank } from '@psd2-tool/cli/bank';
  const times = [];
  for (let bank = 0; bank < 2; bank += 1) {
    const started = performance.now();
    await createBank();
    times.push(performance.now() - started);
  }
  process.stdout.write(JSON.stringify(times));`;

/** What is loaded and made once in a process is the first one's. */
function creation() {
  const times = Array.from({ length: PROCESSES }, () =>
    JSON.parse(outputOf(['--input-type=module', '--eval', TWO_BANKS], {}).toString()),
  );
  const [first, second] = [0, 1].map((place) => median(times.map((pair) => pair[place])));
  return {
    title: `createBank (medians of ${PROCESSES} processes)`,
    unit: 'ms',
    floor: 'the first of its process',
    rows: [
      { name: 'the first', value: first, ratio: 1 },
      { name: 'the second', value: second, ratio: second / first, limit: { atMost: 0.34 } },
    ],
  };
}

async function smallForks(folder) {
  const bank = await createBank();
  const file = fileIn(folder);
  const times = { fork: [], used: [], copy: [] };
  for (let round = 0; round < FORKS; round += 1) {
    const fork = await timed(times.fork, () => bank.fork());
    await timed(times.used, () => fork.clock.now());
    await fork.close();
    await timed(times.copy, () => copyFileSync(file, join(folder, 'copy.db')));
  }
  await bank.close();
  const row = (name, list, more = {}) => ({
    name,
    value: median(list),
    ratio: median(list) / FORK_MS,
    ...more,
  });
  return {
    title: `fork of the initial world (medians of ${FORKS}, in turn)`,
    unit: 'ms',
    floor: `${FORK_MS} ms`,
    rows: [
      row('a copy of its file', times.copy),
      row('fork', times.fork, { limit: { atMost: 1 } }),
      row('the first request to a fork', times.used),
    ],
  };
}

async function largeForks(folder) {
  const bank = await createBank({ seed: largeWorld() });
  const file = fileIn(folder);
  const source = new DatabaseSync(file, { readOnly: true });
  const times = { fork: [], backup: [] };
  for (let round = 0; round < LARGE_FORKS; round += 1) {
    const fork = await timed(times.fork, () => bank.fork());
    await fork.close();
    const copy = join(folder, 'copy.db');
    await timed(times.backup, () => backup(source, copy));
    rmSync(copy);
  }
  source.close();
  await bank.close();
  const [fork, floor] = [median(times.fork), median(times.backup)];
  return {
    title: `fork of a world with ${TRANSACTIONS} transactions (medians of ${LARGE_FORKS}, in turn)`,
    unit: 'ms',
    floor: "the driver's own backup",
    rows: [
      { name: "the driver's own backup", value: floor, ratio: 1 },
      { name: 'fork', value: fork, ratio: fork / floor, limit: { atMost: 1.3 } },
    ],
  };
}

async function largeSnapshots(folder) {
  const bank = await createBank({ seed: largeWorld() });
  const source = new DatabaseSync(fileIn(folder), { readOnly: true });
  const times = { take: [], restore: [], backup: [] };
  const operate = async (more) => {
    const answer = await bank.fetch(`${bank.url}/operator/snapshot`, more);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  for (let round = 0; round < SNAPSHOTS; round += 1) {
    const copy = join(folder, 'copy.db');
    await timed(times.backup, () => backup(source, copy));
    rmSync(copy);
    const body = await timed(times.take, () => operate({}));
    const headers = { 'Content-Type': 'application/json' };
    await timed(times.restore, () => operate({ method: 'POST', headers, body }));
  }
  source.close();
  await bank.close();
  const floor = median(times.backup);
  const row = (name, list) => ({ name, value: median(list), ratio: median(list) / floor });
  return {
    title: `snapshot of a world with ${TRANSACTIONS} transactions (medians of ${SNAPSHOTS}, in turn)`,
    unit: 'ms',
    floor: "the driver's own backup",
    rows: [
      row("the driver's own backup", times.backup),
      row('take a snapshot', times.take),
      row('restore it', times.restore),
    ],
  };
}

function largeWorld() {
  const generate = { transactions: TRANSACTIONS, from: '2016-01-01', to: '2025-12-31', seed: 42 };
  const account = { name: 'Brukskonto', currency: 'NOK', balance: 25_000, generate };
  const customer = { number: '20878912340', name: 'Nora Eksempel', type: 'PRIVATE', accounts: [account] };
  return { version: 1, customers: [customer] };
}

async function timed(times, act) {
  const started = performance.now();
  const made = await act();
  times.push(performance.now() - started);
  return made;
}

/** The file of the one bank that there is. */
function fileIn(folder) {
  const [name] = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('bank.db'));
  return join(folder, name);
}

async function inOwnFolder(measure) {
  const { TMPDIR } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  process.env.TMPDIR = folder;
  try {
    return await measure(folder);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  }
}
