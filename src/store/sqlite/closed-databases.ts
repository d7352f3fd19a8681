/**
 * Bounds the descriptors of closed databases, for a driver that can't finalise a statement: SQLite keeps the file, its
 * log and its shared memory open until the last statement is finalised, which this driver leaves to a collection.
 * A process with memory to spare never has one before it runs out of descriptors.
 *
 * @see S3-closed-files
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Each holds 3 descriptors, of the 1,024 that a process may have open at least. A collection takes 10 to 50 ms. */
const MOST_UNRELEASED = 64;

let unreleased = 0;
let releasing: Promise<void> | undefined;

/** Counts a database that was closed, and collects after each 64th. */
export function countClosedDatabase(): void {
  unreleased += 1;
  if (unreleased < MOST_UNRELEASED) return;
  unreleased = 0;
  collectGarbage();
  // Node runs the finalisers of what was collected in its next round of immediates.
  releasing = new Promise<void>((resolve) => {
    setImmediate(() => {
      releasing = undefined;
      resolve();
    });
  });
}

/** Resolves when the files that a collection has released are closed. */
export async function waitForRelease(): Promise<void> {
  await releasing;
}

function collectGarbage(): void {
  if (globalThis.gc !== undefined) {
    globalThis.gc();
    return;
  }
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // No other context is to have it.
  setFlagsFromString('--no-expose-gc');
  collect();
}
