import type { Where } from '../file/place.ts';
import type { FileTransaction } from '../file/schema.ts';
import type { Stated } from '../stated.ts';
import type { SeedTransaction } from '../world.ts';
import type { TransactionPart } from './part.ts';

/** Transactions that stand in the seed file. */
export class Listed implements TransactionPart {
  readonly ofOtherDebtor = FROM_OTHER_ACCOUNT;
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

  whereOf(index: number, member?: keyof SeedTransaction): Where {
    return this.#list.below(member === undefined ? [index] : [index, member]);
  }
}

export const FROM_OTHER_ACCOUNT = 'Put the transaction on that account, as out';

/** With empty texts for what a file leaves out. */
export function complete({ date, amount, direction, text, counterparty }: FileTransaction): SeedTransaction {
  const { name = '', bban = '' } = counterparty ?? {};
  return { date, amount, direction, text: text ?? '', counterparty: { name, bban } };
}
