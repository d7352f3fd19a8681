import { hash } from 'node:crypto';

/**
 * How often each of many texts is there. A text is known by 128 bits of its hash, so what is kept of a million of them is
 * some 40 bytes each.
 * @see C-seed-same, C-seed-streams
 */
export class Multiset {
  #hashes = new BigUint64Array(2 * 64);
  #counts = new Uint32Array(64);
  #distinct = 0;
  #size = 0;

  /** How many there are, equal ones counted. */
  get size(): number {
    return this.#size;
  }

  add(text: string): void {
    if (2 * (this.#distinct + 1) > this.#counts.length) this.#grow();
    const [high, low] = hashOf(text);
    const slot = this.#slotOf(high, low);
    if (this.#counts[slot] === 0 && !this.#isTaken(slot)) this.#distinct += 1;
    this.#put(slot, high, low, this.#countAt(slot) + 1);
    this.#size += 1;
  }

  /** Takes one away. @returns whether it was there */
  take(text: string): boolean {
    const [high, low] = hashOf(text);
    const slot = this.#slotOf(high, low);
    const count = this.#countAt(slot);
    if (count === 0) return false;
    this.#counts[slot] = count - 1;
    this.#size -= 1;
    return true;
  }

  #countAt(slot: number): number {
    return this.#counts[slot] ?? 0;
  }

  /** One that was taken away keeps its slot, so that others behind it are found. */
  #isTaken(slot: number): boolean {
    return this.#hashes[2 * slot] !== 0n || this.#hashes[2 * slot + 1] !== 0n;
  }

  /** Where it is, or the free slot where it would be. */
  #slotOf(high: bigint, low: bigint): number {
    const last = this.#counts.length - 1;
    let slot = Number(low & BigInt(last));
    while (this.#isTaken(slot) && (this.#hashes[2 * slot] !== high || this.#hashes[2 * slot + 1] !== low))
      slot = (slot + 1) & last;
    return slot;
  }

  #put(slot: number, high: bigint, low: bigint, count: number): void {
    this.#hashes[2 * slot] = high;
    this.#hashes[2 * slot + 1] = low;
    this.#counts[slot] = count;
  }

  #grow(): void {
    const [hashes, counts] = [this.#hashes, this.#counts];
    this.#hashes = new BigUint64Array(2 * hashes.length);
    this.#counts = new Uint32Array(2 * counts.length);
    for (const [slot, count] of counts.entries()) {
      const [high = 0n, low = 0n] = hashes.subarray(2 * slot, 2 * slot + 2);
      if (high !== 0n || low !== 0n) this.#put(this.#slotOf(high, low), high, low, count);
    }
  }
}

/** Two halves, of which a hash whose bits are all 0 is as good as impossible: that stands for a free slot. */
function hashOf(text: string): readonly [bigint, bigint] {
  const bytes = hash('sha256', text, 'buffer');
  return [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8)];
}
