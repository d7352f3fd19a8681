import type { DerNode } from '../der.ts';
import { readInteger } from '../der-values.ts';
import { SecretRefusal } from './refusal.ts';

/** Most rounds of one key derivation. @see S12-pkcs12-iterations */
export const MAX_ITERATIONS = 600_000;

/** Most rounds of a whole file: its seal, its certificates, its key, each at the limit, and one more. */
const MAX_TOGETHER = 4 * MAX_ITERATIONS;

/** Counts the rounds that one file asks for, before any is done. */
export class Iterations {
  #together = 0;

  /** @throws SecretRefusal iterations; DerError when it is no number */
  read(node: DerNode | undefined): number {
    const count = readInteger(node, 'the number of iterations');
    if (count < 1n) throw new SecretRefusal('damaged', `its key is derived in ${count} iterations`);
    if (count > MAX_ITERATIONS) {
      throw new SecretRefusal(
        'iterations',
        `its key is derived in ${shown(count)} iterations, more than the limit of ${MAX_ITERATIONS}`,
      );
    }
    this.#together += Number(count);
    if (this.#together > MAX_TOGETHER) {
      throw new SecretRefusal(
        'iterations',
        `its keys are derived in more than ${MAX_TOGETHER} iterations in total`,
      );
    }
    return Number(count);
  }
}

function shown(count: bigint): string {
  return count > BigInt(Number.MAX_SAFE_INTEGER)
    ? `a number of ${count.toString().length} digits of`
    : `${count}`;
}
