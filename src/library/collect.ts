import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A process may have 1,024 descriptors open at least, and a bank that was used some six. */
const SO_MANY = 32;

let closed = 0;

/**
 * Told of each bank that was closed. SQLite closes a file when its last statement is finalised; the driver leaves that to
 * the engine's collection, which may not come before the process has no descriptors left. So each 32nd closed bank has
 * it come: some 10 ms, and the one way that the driver has.
 * @see A-library-tidy
 */
export async function collectNowAndThen(): Promise<void> {
  closed += 1;
  if (closed % SO_MANY !== 0) return;
  const collect = collector();
  // What is found in one round is finalised before the next.
  for (let round = 0; round < 2; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function collector(): () => void {
  if (globalThis.gc !== undefined) return () => void globalThis.gc?.();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // No other context is to have it.
  setFlagsFromString('--no-expose-gc');
  return collect;
}
