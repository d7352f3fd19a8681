import type { HeldBytes } from './held-bytes.ts';

/** Whoever waits for an answer. */
export interface Waiting {
  /** Calls back once, when the answer is written or nobody is there to take it. */
  whenOver(act: () => void): void;
}

/**
 * One request's turn on its connection: from its first header until its answer is written or nobody is there to take it.
 * It holds the bytes of its body as long, and as long as the door works on them. @see A-server-flat
 */
export class Turn implements Waiting {
  readonly #connection: HeldBytes;
  readonly #all: HeldBytes;
  #bytes = 0;
  #isAtDoor = false;
  #wasAtDoor = false;
  #isOver = false;
  #whenOver: (() => void)[] | undefined;

  /** It holds bytes of its connection, which are among those of all. */
  constructor(connection: HeldBytes, all: HeldBytes) {
    this.#connection = connection;
    this.#all = all;
  }

  /**
   * Takes bytes of the body that have come. False when all requests together have sent too many, and this connection more
   * than those of a small body. A body that is whole with them goes on all the same, unless others wait behind it.
   */
  hold(bytes: number, isWhole: boolean): boolean {
    this.#bytes += bytes;
    for (const sum of [this.#all, this.#connection]) sum.add(bytes);
    if (!this.#all.isOver || !this.#connection.isOver) return true;
    return isWhole && this.#connection.bytes === this.#bytes;
  }

  /** What came of the body is not kept. */
  release(): void {
    for (const sum of [this.#all, this.#connection]) sum.subtract(this.#bytes);
    this.#bytes = 0;
  }

  /** Whether its answer is written, or nobody is there to take it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the door has heard of it. */
  get wasAtDoor(): boolean {
    return this.#wasAtDoor;
  }

  async atDoor<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isAtDoor = true;
    this.#wasAtDoor = true;
    try {
      return await work();
    } finally {
      this.#isAtDoor = false;
      if (this.#isOver) this.release();
    }
  }

  whenOver(act: () => void): void {
    if (this.#isOver) act();
    else this.#whenOver = [...(this.#whenOver ?? []), act];
  }

  end(): void {
    const acts = this.#whenOver;
    this.#whenOver = undefined;
    this.#isOver = true;
    if (!this.#isAtDoor) this.release();
    for (const act of acts ?? []) act();
  }
}
