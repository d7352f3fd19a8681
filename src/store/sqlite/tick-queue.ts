import { elapsedMs } from './lock-wait.ts';

/** What may be told that it isn't done. */
interface Waiting {
  readonly reject: (reason: unknown) => void;
}

/** So many don't wait for more. */
const MOST_GATHERED = 32;

/** Nor does anybody after so long, however much else each tick has to do. */
const LONGEST_WAIT_MS = 5;

/**
 * What arrives in one tick is done together, in its order, and so is what arrives in the ticks after it until one brings
 * nothing; what arrives while they are done comes next.
 *
 * @see ../../../docs/adr/0066-what-comes-together-is-done-together.md
 * @see A-server-load
 */
export class TickQueue<Item extends Waiting> {
  readonly #items: Item[] = [];
  readonly #flush: () => Promise<void>;
  readonly #idle: () => void;
  readonly #elapsed: () => number;
  #draining: Promise<void> | undefined;

  /**
   * @param flush does the first of what waits; where it rejects, so does all that still waits
   * @param idle called when nothing waits any longer
   * @param elapsed milliseconds of a clock that only goes forward
   */
  constructor(flush: () => Promise<void>, idle: () => void = () => {}, elapsed = elapsedMs) {
    this.#flush = flush;
    this.#idle = idle;
    this.#elapsed = elapsed;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#draining ??= this.#drain();
  }

  /** The next, which doesn't wait any longer. */
  take(): Item | undefined {
    return this.#items.shift();
  }

  /** Has these come before all others again, in their order. */
  putBack(items: readonly Item[]): void {
    this.#items.unshift(...items);
  }

  /** Resolves when everything queued so far is settled. */
  async finished(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#items.length > 0) {
      await this.#gather();
      try {
        await this.#flush();
      } catch (error) {
        for (const { reject } of this.#items.splice(0)) reject(error);
      }
    }
    this.#draining = undefined;
    this.#idle();
  }

  /** Lets a tick pass, and further ones as long as each brings more: who comes with others is done with them. */
  async #gather(): Promise<void> {
    const endMs = this.#elapsed() + LONGEST_WAIT_MS;
    let before: number;
    do {
      before = this.#items.length;
      await nextTick();
    } while (this.#items.length > before && this.#items.length < MOST_GATHERED && this.#elapsed() < endMs);
  }
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
