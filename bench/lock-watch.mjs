// How long a store's write lock is held by others: a thread asks for it again and again, and counts how long it is
// refused at a stretch.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const ENOUGH_ASLEEP_MS = 0.1;

/** Watches while `act` runs; the longest time in milliseconds that the lock was held. */
export async function longestLock(path, act) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { path } });
  const told = () => new Promise((resolve) => worker.once('message', resolve));
  const ready = told();
  await ready;
  await act();
  const answer = told();
  worker.postMessage('end');
  const longest = await answer;
  await worker.terminate();
  return longest;
}

if (!isMainThread && workerData?.path !== undefined) watch(workerData.path);

function watch(path) {
  const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA busy_timeout = 0');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let longest = 0;
  let freeAt = performance.now();
  let ended = false;
  parentPort.once('message', () => {
    ended = true;
  });
  const look = () => {
    for (let looks = 0; looks < 50; looks += 1) {
      if (isFree(database)) {
        const now = performance.now();
        longest = Math.max(longest, now - freeAt);
        freeAt = now;
      }
      Atomics.wait(pause, 0, 0, ENOUGH_ASLEEP_MS);
    }
    if (!ended) return setImmediate(look);
    database.close();
    parentPort.postMessage(longest);
  };
  parentPort.postMessage('ready');
  freeAt = performance.now();
  look();
}

function isFree(database) {
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch (error) {
    if (/locked|busy/i.test(String(error))) return false;
    throw error;
  }
}
