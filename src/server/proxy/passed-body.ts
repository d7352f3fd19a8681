/** A body on its way through, of which no more is kept than is wanted. */
export class PassedBody {
  readonly #pieces: AsyncIterable<Uint8Array>;
  readonly #limitBytes: number;
  #kept: Uint8Array[] = [];
  #bytes = 0;

  /** @param limitBytes a body of more is not kept at all */
  constructor(pieces: AsyncIterable<Uint8Array>, limitBytes: number) {
    this.#pieces = pieces;
    this.#limitBytes = limitBytes;
  }

  /** How many have gone through. */
  get bytes(): number {
    return this.#bytes;
  }

  /** All of it, or nothing of what is too much. */
  kept(): Uint8Array {
    return Buffer.concat(this.#kept);
  }

  /** @param ended called once when there are no more, with the fault where they broke off */
  async *pieces(ended: (fault?: unknown) => void): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of this.#pieces) {
        this.#keep(piece);
        yield piece;
      }
    } catch (fault) {
      ended(fault);
      throw fault;
    }
    ended();
  }

  #keep(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    if (this.#bytes > this.#limitBytes) this.#kept = [];
    else this.#kept.push(piece);
  }
}
