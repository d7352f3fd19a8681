import { INT32_MAX, INT32_MIN } from '../../values/int32.ts';
import { type Faults, placeText } from '../faults.ts';
import type { Place, Where } from '../file/place.ts';
import type { SeedTransaction, SeedTransactions } from '../world.ts';
import type { TransactionPart } from './part.ts';

/** What the transactions of an account are held against. */
export interface Around {
  readonly where: Where;
  readonly bban: string | undefined;
  readonly balance: number | undefined;
  /** Accounts of the world by their bban. */
  readonly accounts: ReadonlyMap<string, Place>;
  /** The bank's date. */
  readonly today: string;
}

/**
 * Walks once through all transactions of an account, and tells what the bank would refuse.
 * @see C-seed-checked, D8-transaction-parties, D8-transaction-dates
 */
export function checkedTransactions(
  parts: readonly TransactionPart[],
  around: Around,
  faults: Faults,
): SeedTransactions {
  const moved = new Moved();
  const counts: number[] = [];
  for (const part of parts) {
    let index = 0;
    for (const one of part.checked(faults)) {
      if (faults.isFull) break;
      if (one !== undefined) {
        moved.by(one);
        tellWrong(one, index, part, around, faults);
      }
      index += 1;
    }
    counts.push(index);
  }
  moved.tellBeyond(around, faults);
  return new OfAccount(parts, counts, moved.net);
}

class OfAccount implements SeedTransactions {
  readonly net: number;
  readonly #parts: readonly TransactionPart[];
  readonly #counts: readonly number[];

  constructor(parts: readonly TransactionPart[], counts: readonly number[], net: number) {
    this.net = net;
    this.#parts = parts;
    this.#counts = counts;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  *[Symbol.iterator](): Iterator<SeedTransaction> {
    for (const part of this.#parts) yield* part;
  }

  whereOf(index: number): Where {
    let within = index;
    for (const [place, part] of this.#parts.entries()) {
      const count = this.#counts[place] ?? 0;
      if (within < count) return part.whereOf(within);
      within -= count;
    }
    throw new RangeError(`there is no transaction ${index}`);
  }
}

function tellWrong(
  { date, direction, counterparty: { bban } }: SeedTransaction,
  index: number,
  part: TransactionPart,
  { today, accounts, bban: own }: Around,
  faults: Faults,
): void {
  const tell = (member: 'date' | 'counterparty', fault: string, remedy: string) => {
    const { place, path } = part.whereOf(index, member);
    faults.at(place, path, `${member} ${fault}`, remedy);
  };
  if (date > today)
    tell('date', `is after the bank's today, ${today}`, 'Write an earlier date, or move the bank clock');
  if (bban === '') return;
  const other = accounts.get(bban);
  if (bban === own) tell('counterparty', 'is the account itself', 'Name somebody else, or leave bban out');
  else if (direction === 'in' && other !== undefined)
    tell('counterparty', `is another account of this sandbox, ${placeText(other)}`, part.ofOtherDebtor);
}

/** What transactions move, and how far up and down on the way. */
class Moved {
  net = 0;
  #most = 0;
  #least = 0;

  by({ amount, direction }: SeedTransaction): void {
    this.net += direction === 'in' ? amount : -amount;
    if (this.net > this.#most) this.#most = this.net;
    if (this.net < this.#least) this.#least = this.net;
  }

  /** @see D8-int32-ends */
  tellBeyond({ balance, where }: Around, faults: Faults): void {
    const opening = balance === undefined ? 0 : balance - this.net;
    if (opening + this.#least >= INT32_MIN && opening + this.#most <= INT32_MAX) return;
    faults.at(
      where.place,
      where.path,
      'The transactions move the balance out of the int32 range on their way',
      'Split them over several accounts, or make them smaller',
    );
  }
}
