import type { Where } from '../file/place.ts';
import type { FileTransaction } from '../file/schema.ts';
import type { Stated } from '../stated.ts';
import type { SeedTransaction } from '../world.ts';
import type { TransactionPart } from './part.ts';

/** Transactions that stand in the seed file. */
export class Listed implements TransactionPart {
  readonly #list: Stated<readonly FileTransaction[]>;

  constructor(list: Stated<readonly FileTransaction[]>) {
    this.#list = list;
  }

  *[Symbol.iterator](): Iterator<SeedTransaction> {
    for (const item of this.#list.value) yield complete(item);
  }

  checked(): Iterable<SeedTransaction> {
    return this;
  }

  whereOf(index: number): Where {
    return this.#list.below([index]);
  }
}

/** With empty texts for what a file leaves out. */
export function complete({ date, amount, direction, text, counterparty }: FileTransaction): SeedTransaction {
  const { name = '', bban = '' } = counterparty ?? {};
  return { date, amount, direction, text: text ?? '', counterparty: { name, bban } };
}
