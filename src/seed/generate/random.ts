/** Numbers that follow from a seed alone, the same on every machine (sfc32; the seed is spread by splitmix32). */
export class Random {
  readonly #state: [number, number, number, number];

  constructor(seed: number) {
    const spread = splitmix32(seed);
    this.#state = [spread(), spread(), spread(), 1];
    for (let warmUp = 0; warmUp < WARM_UP; warmUp += 1) this.#next();
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#fraction() * (most - least + 1));
  }

  /** Whether something that happens so often, 0 to 1, happens. */
  chance(probability: number): boolean {
    return this.#fraction() < probability;
  }

  /** One of a list, each as likely as the others. */
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }

  /**
   * A positive number as prices are spread: half are below the median, few far above.
   * @param spread of the logarithm: 0.3 is narrow, 1 is wide
   */
  around(median: number, spread: number): number {
    // The sum of twelve is close enough to a bell, and has no tail that would need a limit.
    let bell = -6;
    for (let drawn = 0; drawn < 12; drawn += 1) bell += this.#fraction();
    return median * Math.exp(spread * bell);
  }

  #fraction(): number {
    return this.#next() / 2 ** 32;
  }

  #next(): number {
    const [a, b, c, count] = this.#state;
    const drawn = (a + b + count) >>> 0;
    this.#state[0] = b ^ (b >>> 9);
    this.#state[1] = (c + (c << 3)) | 0;
    this.#state[2] = (((c << 21) | (c >>> 11)) + drawn) | 0;
    this.#state[3] = (count + 1) | 0;
    return drawn;
  }
}

const WARM_UP = 12;

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}
