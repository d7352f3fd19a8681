import type { Store } from '../../store/contract.ts';
import type { BankSettings } from '../settings.ts';
import { isStoreAway } from '../store-away.ts';
import { doWhatIsDue } from './catch-up.ts';
import { Progress } from './progress.ts';

/** How long one request waits for what is due, however often it must. */
export interface Patience {
  /** Resolves when it is over, if ever. */
  readonly over: Promise<'over'>;
  end(): void;
}

/**
 * What is due, done once for all requests that wait for it, and gone on with when none waits any longer.
 * @see S5-progress, S5-one-runner
 */
export class DueWork {
  readonly #store: Store;
  readonly #settings: BankSettings;
  #running: { readonly done: Promise<void>; readonly progress: Progress } | undefined;
  #waiting = 0;

  constructor(store: Store, settings: BankSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  patience(): Patience {
    const { patienceMilliseconds } = this.#settings;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<'over'>((resolve) => {
      if (patienceMilliseconds === undefined) return;
      timer = setTimeout(() => resolve('over'), patienceMilliseconds);
    });
    return { over, end: () => clearTimeout(timer) };
  }

  /**
   * Waits until nothing is due.
   * @returns how far it is, when the patience was over before
   * @throws what it failed by
   */
  async done({ over }: Patience): Promise<string | undefined> {
    const { done, progress } = this.#begun();
    this.#waiting += 1;
    try {
      return (await Promise.race([done, over])) === 'over' ? progress.text : undefined;
    } finally {
      this.#waiting -= 1;
    }
  }

  #begun() {
    if (this.#running) return this.#running;
    const progress = new Progress();
    const done = this.#do(progress).finally(() => {
      this.#running = undefined;
    });
    done.catch((fault) => this.#failed(fault));
    this.#running = { done, progress };
    return this.#running;
  }

  #do(progress: Progress): Promise<void> {
    const { onProgress } = this.#settings;
    return doWhatIsDue(this.#store, this.#settings, (step) => {
      progress.note(step);
      onProgress?.(`catching up: ${progress.text}`);
    });
  }

  /** Who waits is told. Of a store that is away, or closed meanwhile, the next request is. */
  #failed(fault: unknown): void {
    if (this.#waiting === 0 && !isStoreAway(fault)) this.#settings.onUnexpected(fault);
  }
}
