/** Bytes of bodies that were received and are not answered yet, of one connection or of all. @see S12-held-bytes */
export class HeldBytes {
  readonly #limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isOver(): boolean {
    return this.#bytes > this.#limit;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  subtract(bytes: number): void {
    this.#bytes -= bytes;
  }
}
