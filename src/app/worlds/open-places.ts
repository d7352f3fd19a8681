export interface PlacesOptions<Value> {
  /** So many are open at once. */
  readonly most: number;
  readonly open: (key: string) => Promise<Value>;
  readonly close: (value: Value) => Promise<void>;
  /** What who comes after the end is told. */
  readonly closedFault: () => Error;
  /** Told of what can't be closed. */
  readonly onUnexpected: (fault: unknown) => void;
}

interface Place<Value> {
  readonly key: string;
  readonly value: Promise<Value>;
  /** How many are at work in it. */
  running: number;
  /** Nobody else comes in; it is closed when the last has left. */
  isLeaving: boolean;
  readonly gone: Promise<void>;
  readonly go: () => void;
}

/** @param hasRoom whether room is kept for who is called, until they take it */
type Call = (hasRoom: boolean) => void;

/**
 * What is opened when it is needed, and closed to make room: the one that was used least recently of those where nobody
 * is at work. Where somebody is in each, one lets nobody else in until it is empty, so that nobody waits for ever.
 * @see S11-worlds
 */
export class OpenPlaces<Value> {
  readonly #options: PlacesOptions<Value>;
  /** Least recently used first. */
  readonly #places = new Map<string, Place<Value>>();
  /** By what they wait for, in the order of who came first. */
  readonly #waiting = new Map<string, Call[]>();
  /** Room that is kept for who was called. */
  #kept = 0;
  #isClosed = false;

  constructor(options: PlacesOptions<Value>) {
    this.#options = options;
  }

  /** The keys of what is open, least recently used first. */
  get keys(): readonly string[] {
    return [...this.#places.keys()];
  }

  isOpen(key: string): boolean {
    return this.#places.has(key);
  }

  /** Does work with what is open at a key, which stays open meanwhile. */
  async within<Result>(key: string, work: (value: Value) => Promise<Result>): Promise<Result> {
    const place = await this.#enter(key);
    try {
      return await work(await place.value);
    } finally {
      place.running -= 1;
      if (place.running === 0 && (place.isLeaving || this.#waiting.size > 0)) this.#empty(place);
    }
  }

  /** Closes all that is open, each when the work in it is done; who waits is turned away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#places.values()];
    for (const place of all) {
      if (place.running === 0 && !place.isLeaving) this.#empty(place);
      place.isLeaving = true;
    }
    while (this.#waiting.size > 0) this.#callNext();
    await Promise.all(all.map(({ gone }) => gone));
  }

  async #enter(key: string): Promise<Place<Value>> {
    for (let hasRoom = false; ; ) {
      if (hasRoom) this.#kept -= 1;
      if (this.#isClosed) throw this.#options.closedFault();
      const known = this.#places.get(key);
      if (known?.isLeaving === false) {
        if (hasRoom) this.#callNext();
        return this.#use(known);
      }
      const fits = hasRoom || this.#places.size + this.#kept < this.#options.most;
      if (known === undefined && fits) return this.#use(this.#begin(key));
      if (hasRoom) this.#callNext();
      hasRoom = await this.#turn(key);
    }
  }

  #begin(key: string): Place<Value> {
    let go = () => {};
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    const value = this.#options.open(key);
    const place: Place<Value> = { key, value, running: 0, isLeaving: false, gone, go };
    // Who waits for it is told; there is nothing to close.
    value.catch(() => this.#remove(place));
    return place;
  }

  #use(place: Place<Value>): Place<Value> {
    place.running += 1;
    this.#places.delete(place.key);
    this.#places.set(place.key, place);
    return place;
  }

  /** Waits to be called. */
  #turn(key: string): Promise<boolean> {
    const turn = new Promise<boolean>((resolve) => {
      const calls = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, [...calls, resolve]);
    });
    this.#makeRoom();
    return turn;
  }

  /** As much as is waited for. */
  #makeRoom(): void {
    const staying = [...this.#places.values()].filter(({ isLeaving }) => !isLeaving);
    const [oldest] = staying;
    const leaving = this.#places.size - staying.length;
    if (oldest === undefined || leaving + this.#kept >= this.#waiting.size) return;
    const place = staying.find(({ running }) => running === 0) ?? oldest;
    place.isLeaving = true;
    if (place.running === 0) this.#empty(place);
  }

  #empty(place: Place<Value>): void {
    place.isLeaving = true;
    if (this.#places.get(place.key) !== place) return;
    void place.value
      .then((value) => this.#options.close(value))
      .catch((fault) => this.#options.onUnexpected(fault))
      .finally(() => this.#remove(place));
  }

  #remove(place: Place<Value>): void {
    place.go();
    if (this.#places.get(place.key) !== place) return;
    this.#places.delete(place.key);
    this.#callNext();
  }

  /** Who waits for the same as who is called comes in after them. */
  #callNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [key, calls] = next;
    this.#waiting.delete(key);
    this.#kept += 1;
    for (const [place, call] of calls.entries()) call(place === 0);
  }
}
