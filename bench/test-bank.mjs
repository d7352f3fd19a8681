// The bank of a JavaScript test: the first and the second of a process, and forks of the initial world.
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createBank } from '@psd2-tool/cli/bank';
import { createFolder, runProcess } from './support/processes.mjs';
import { createRow, median, reduce } from './support/tables.mjs';

const PROCESSES = reduce(15);
const FORKS = reduce(101);
/** What a fork may take. */
const FORK_MS = 3;

export async function bench() {
  return [measureCreation(), await measureForks()];
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
function measureCreation() {
  const times = Array.from({ length: PROCESSES }, () =>
    JSON.parse(runProcess(['--input-type=module', '--eval', TWO_BANKS]).toString()),
  );
  const [first, second] = [0, 1].map((place) => median(times.map((pair) => pair[place])));
  return {
    title: `createBank (medians of ${PROCESSES} processes)`,
    unit: 'ms',
    floor: 'the first of its process',
    rows: [createRow('the first', first, first), createRow('the second', second, first, { atMost: 0.34 })],
  };
}

async function measureForks() {
  // The bank's file is found where temporary folders are.
  const folder = createFolder();
  process.env.TMPDIR = folder;
  const bank = await createBank();
  const [file] = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('bank.db'));
  const times = { fork: [], used: [], copy: [] };
  for (let round = 0; round < FORKS; round += 1) {
    const fork = await measureTime(times.fork, () => bank.fork());
    await measureTime(times.used, () => fork.clock.now());
    await fork.close();
    await measureTime(times.copy, () => copyFileSync(join(folder, file), join(folder, 'copy.db')));
  }
  await bank.close();
  return {
    title: `fork of the initial world (medians of ${FORKS}, in turn)`,
    unit: 'ms',
    floor: `${FORK_MS} ms`,
    rows: [
      createRow('a copy of its file', median(times.copy), FORK_MS),
      createRow('fork', median(times.fork), FORK_MS, { atMost: 1 }),
      createRow('the first request to a fork', median(times.used), FORK_MS),
    ],
  };
}

async function measureTime(times, act) {
  const started = performance.now();
  const made = await act();
  times.push(performance.now() - started);
  return made;
}
