/** Pseudorandom numbers from a seed, the same on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Draws a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#fraction() * (most - least + 1));
  }

  /** Draws one of a list, each with the same probability. */
  drawOne<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  /**
   * Draws a positive number with the distribution of prices: half are below the median, few far above.
   * @param spread of the logarithm: 0.3 is narrow, 1 is wide
   */
  around(median: number, spread: number): number {
    // The sum of twelve is close enough to a normal distribution, and needs no limit.
    let bell = -6;
    for (let drawn = 0; drawn < 12; drawn += 1) bell += this.#fraction();
    return median * Math.exp(spread * bell);
  }

  #fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
