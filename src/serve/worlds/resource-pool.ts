export interface PlacesOptions<Value> {
  /** Above this number, unused ones are closed. */
  readonly most: number;
  readonly open: (key: string) => Promise<Value>;
  readonly close: (value: Value) => Promise<void>;
  /** Builds the fault of a call after the end. */
  readonly closedFault: () => Error;
  /** Called with the fault of a failed close. */
  readonly onUnexpected: (fault: unknown) => void;
}

interface Place<Value> {
  readonly value: Promise<Value>;
  /** The number of calls that use it. */
  running: number;
  /** True if only looks have used it, after which it is closed. */
  isLookedAt: boolean;
}

/**
 * A pool that opens resources on demand and closes the least recently used of the unused ones. More than `most` are
 * open only while each is in use: the server limits the number of concurrent requests.
 * @see S11-worlds
 */
export class ResourcePool<Value> {
  readonly #options: PlacesOptions<Value>;
  /** Least recently used first. */
  readonly #places = new Map<string, Place<Value>>();
  /** Worlds that are closing and can't be opened yet. */
  readonly #closing = new Map<string, Promise<void>>();
  #isClosed = false;
  #onAllClosed = () => {};

  constructor(options: PlacesOptions<Value>) {
    this.#options = options;
  }

  /** The keys of open resources, least recently used first. */
  get keys(): readonly string[] {
    return [...this.#places.keys()];
  }

  isOpen(key: string): boolean {
    return this.#places.has(key);
  }

  /**
   * Runs work with the resource of a key, which stays open meanwhile.
   * @param isLook true if the work doesn't count as a use, and keeps nothing open afterwards
   */
  async within<Result>(
    key: string,
    work: (value: Value) => Promise<Result>,
    isLook = false,
  ): Promise<Result> {
    if (this.#isClosed) throw this.#options.closedFault();
    const place = this.#places.get(key) ?? this.#open(key);
    place.running += 1;
    if (!isLook) {
      place.isLookedAt = false;
      this.#places.delete(key);
    }
    this.#places.set(key, place);
    this.#closeUnused();
    try {
      return await work(await place.value);
    } finally {
      place.running -= 1;
      this.#closeUnused();
    }
  }

  /** Closes all resources, each when its work is done. */
  close(): Promise<void> {
    this.#isClosed = true;
    return new Promise((resolve) => {
      this.#onAllClosed = resolve;
      this.#closeUnused();
      this.#notifyIfAllClosed();
    });
  }

  #open(key: string): Place<Value> {
    const value = (this.#closing.get(key) ?? Promise.resolve()).then(() => this.#options.open(key));
    const place = { value, running: 0, isLookedAt: true };
    // The calls that wait for it reject; there is nothing to close.
    value.catch(() => {
      if (this.#places.get(key) === place) this.#places.delete(key);
      this.#notifyIfAllClosed();
    });
    return place;
  }

  #closeUnused(): void {
    const most = this.#isClosed ? 0 : this.#options.most;
    let used = [...this.#places.values()].filter(({ isLookedAt }) => !isLookedAt).length;
    for (const [key, { value, running, isLookedAt }] of this.#places) {
      if (running > 0 || (!isLookedAt && used <= most)) continue;
      if (!isLookedAt) used -= 1;
      this.#places.delete(key);
      const closing = value
        .then((opened) => this.#options.close(opened))
        .catch((fault) => this.#options.onUnexpected(fault))
        .finally(() => {
          this.#closing.delete(key);
          this.#notifyIfAllClosed();
        });
      this.#closing.set(key, closing);
    }
  }

  #notifyIfAllClosed(): void {
    if (this.#isClosed && this.#places.size + this.#closing.size === 0) this.#onAllClosed();
  }
}
