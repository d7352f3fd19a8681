/**
 * Waiting for SQLite's one write lock. SQLite's own handler sleeps longer each time and starves beside a busy
 * server, so we try again ourselves, soon and at random.
 *
 * @see S3-lock-retry
 */
import { isBusy, lockedFault } from './failures.ts';

export interface LockWait {
  readonly path: string;
  /** How long the lock may stay with others before Fault STORE_BUSY. */
  readonly limitMs: number;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  /** Told before each further attempt. */
  readonly onWait?: (() => void) | undefined;
}

/** Milliseconds of a clock that only goes forward, for spans; never the bank's time. */
export function elapsedMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}

/**
 * Runs `attempt` until SQLite doesn't answer BUSY. `attempt` is synchronous and leaves no transaction open when it
 * throws. Throws Fault STORE_BUSY after the limit, and any other error as it comes.
 */
export async function untilFree<T>(attempt: () => T, wait: LockWait): Promise<T> {
  let startedMs: number | undefined;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      startedMs ??= elapsedMs();
      if (elapsedMs() - startedMs >= wait.limitMs) throw lockedFault(wait.path, wait.limitMs, error);
    }
    wait.onWait?.();
    await pause(0.5 + wait.random());
  }
}

/**
 * By timer, though Node's are no finer than 1 ms: spinning for the rest takes the processor from whoever holds the
 * lock (on 2 cores, 3 waiting beside a busy process: worst 60 to 140 ms by timer, 800 ms by spinning).
 */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
