/** How many of what was seen were at most so large, in fixed steps; what is seen costs no allocation. */
export class Histogram {
  readonly bounds: readonly number[];
  /** Of each step alone; the last of what is above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  /** @param bounds rising */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let step = 0;
    while (step < this.bounds.length && value > (this.bounds[step] as number)) step += 1;
    this.#counts[step] = (this.#counts[step] as number) + 1;
    this.#sum += value;
  }

  get sum(): number {
    return this.#sum;
  }

  /** How many were at most each bound; the last is of all. */
  cumulative(): readonly number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => {
      total += count;
      return total;
    });
  }
}
