import { compared } from '../faults.ts';
import type { Where } from '../file/place.ts';
import type { FileGenerate } from '../file/schema.ts';
import { generateTransactions } from '../generate/generate.ts';
import type { Stated } from '../stated.ts';
import type { SeedTransaction } from '../world.ts';
import type { TransactionPart } from './part.ts';

export interface GeneratedFor {
  readonly kind: 'PRIVATE' | 'CORPORATE';
  readonly balance: number;
  readonly creditLine: number;
  /** What is listed besides. */
  readonly listed: readonly Iterable<SeedTransaction>[];
}

/** Transactions that are made each time anew, the same each time. @see C-seed-generated, C-seed-streams */
export class Generated implements TransactionPart {
  readonly ofOtherDebtor = 'Use another seed';
  readonly #wanted: Stated<FileGenerate>;
  readonly #around: GeneratedFor;

  constructor(wanted: Stated<FileGenerate>, around: GeneratedFor) {
    this.#wanted = wanted;
    this.#around = around;
  }

  [Symbol.iterator](): Iterator<SeedTransaction> {
    const { listed, ...account } = this.#around;
    const others = listed
      .flatMap((list) => [...list])
      .map(({ date, amount, direction }) => ({ date, amount: direction === 'in' ? amount : -amount }))
      .sort((left, right) => compared(right.date, left.date));
    return generateTransactions({ ...this.#wanted.value, ...account, others });
  }

  checked(): Iterable<SeedTransaction> {
    return this;
  }

  /** All of them come from the one member. */
  whereOf(): Where {
    return this.#wanted.where;
  }
}
