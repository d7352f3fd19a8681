/** An item that the queue can refuse. */
interface Waiting {
  readonly reject: (reason: unknown) => void;
}

/**
 * Flushes together what arrives in one tick, in its order; what arrives during a flush is in the next one.
 * @see A-server-load
 */
export class TickQueue<Item extends Waiting> {
  readonly #items: Item[] = [];
  readonly #flush: () => Promise<void>;
  readonly #idle: () => void;
  #draining: Promise<void> | undefined;

  /**
   * @param flush does the first of what waits; where it rejects, so does all that still waits
   * @param idle called when nothing waits any longer
   */
  constructor(flush: () => Promise<void>, idle: () => void = () => {}) {
    this.#flush = flush;
    this.#idle = idle;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#draining ??= this.#drain();
  }

  /** Takes the next item, which doesn't wait any longer. */
  take(): Item | undefined {
    return this.#items.shift();
  }

  /** Puts these before all others again, in their order. */
  putBack(items: readonly Item[]): void {
    this.#items.unshift(...items);
  }

  /** Resolves when everything queued so far is settled. */
  async finished(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    while (this.#items.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        await this.#flush();
      } catch (error) {
        for (const { reject } of this.#items.splice(0)) reject(error);
      }
    }
    this.#draining = undefined;
    this.#idle();
  }
}
