/** A piece of fewer bytes costs more memory beside them than they are. */
const LEAST_OF_ITS_OWN = 1024;
const LARGEST_BLOCK = 64 * 1024;

/**
 * The bytes of a body as they come. Small pieces, and those that keep a larger buffer alive, are copied together, so
 * that a body takes about as much memory as it has bytes however it was cut.
 */
export class Pieces {
  readonly #done: Buffer[] = [];
  #block = Buffer.alloc(0);
  #filled = 0;
  #bytes = 0;

  add(piece: Buffer): void {
    this.#bytes += piece.byteLength;
    const isLean = piece.byteLength * 2 >= piece.buffer.byteLength;
    if (piece.byteLength >= LEAST_OF_ITS_OWN && isLean) {
      this.#endBlock();
      this.#done.push(piece);
      return;
    }
    let copied = 0;
    while (copied < piece.byteLength) {
      if (this.#filled === this.#block.byteLength) this.#beginBlock();
      const count = piece.copy(this.#block, this.#filled, copied);
      this.#filled += count;
      copied += count;
    }
  }

  joined(): Uint8Array {
    this.#endBlock();
    const [first] = this.#done;
    return first !== undefined && this.#done.length === 1 ? first : Buffer.concat(this.#done);
  }

  /** As large as what there is: blocks double, so that a body is not copied again and again. */
  #beginBlock(): void {
    this.#endBlock();
    const size = Math.min(LARGEST_BLOCK, Math.max(LEAST_OF_ITS_OWN, this.#bytes));
    this.#block = Buffer.allocUnsafeSlow(size);
  }

  #endBlock(): void {
    if (this.#filled > 0) this.#done.push(this.#block.subarray(0, this.#filled));
    this.#block = Buffer.alloc(0);
    this.#filled = 0;
  }
}
