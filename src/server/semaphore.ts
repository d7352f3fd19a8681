/** Lets a number of requests run at once; the others wait in the order in which they came. @see S12-connections */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<(isAcquired: boolean) => void>();

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Resolves to false when the time is over. Each true needs one release. */
  async acquire(milliseconds: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const settle = (isAcquired: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve(isAcquired);
      };
      const timer = setTimeout(() => settle(false), milliseconds);
      this.#waiting.add(settle);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next(true);
  }
}
