import { WorldsTooFast } from '../../bank/worlds.ts';
import { MINUTE_MS } from '../../core/units.ts';

/** Limits how many worlds are made within any minute, so that one client can't use up all that there can be. @see S11-worlds-rate */
export class FoundingRate {
  readonly #perMinute: number;
  readonly #stopwatch: () => number;
  /** When the latest ones were made, at most as many as the limit. */
  readonly #times: number[] = [];

  /**
   * @param perMinute 0 for no limit
   * @param stopwatch monotonic milliseconds
   */
  constructor(perMinute: number, stopwatch: () => number) {
    this.#perMinute = perMinute;
    this.#stopwatch = stopwatch;
  }

  /** @throws WorldsTooFast when another world is too many now */
  check(): void {
    if (this.#perMinute === 0 || this.#times.length < this.#perMinute) return;
    const waitMs = (this.#times[0] ?? 0) + MINUTE_MS - this.#stopwatch();
    if (waitMs > 0) throw new WorldsTooFast(this.#perMinute, Math.ceil(waitMs / 1000));
  }

  /** Counts a world. @throws WorldsTooFast as `check` */
  take(): void {
    this.check();
    if (this.#perMinute === 0) return;
    if (this.#times.length === this.#perMinute) this.#times.shift();
    this.#times.push(this.#stopwatch());
  }
}
