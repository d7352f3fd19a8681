import { setTimeout as delay } from 'node:timers/promises';

/** Waits in real time that end together, before their time, when who waits is to be done. */
export class Waits {
  readonly #ending = new AbortController();

  readonly wait = async (milliseconds: number): Promise<void> => {
    const { signal } = this.#ending;
    await delay(milliseconds, undefined, { signal }).catch((fault) => {
      if (!signal.aborted) throw fault;
    });
  };

  end(): void {
    this.#ending.abort();
  }
}

/** Says that another process writes to this file of a store. */
export function waitingForLock(file: string): string {
  return `Waiting for another process to finish writing to ${file}`;
}
