import type { Faults } from '../faults.ts';
import type { Where } from '../file/place.ts';
import type { SeedTransaction } from '../world.ts';

/** Transactions of an account from one place: a list, a file, or a generator. Each walk begins anew. */
export interface TransactionPart extends Iterable<SeedTransaction> {
  /** A walk that tells what is wrong; undefined stands for one that is wrong by itself, so that places stay. */
  checked(faults: Faults): Iterable<SeedTransaction | undefined>;
  /** Where one stands, by its place in the walk, or a member of it; where it comes from, if it stands nowhere. */
  whereOf(index: number, member?: keyof SeedTransaction): Where;
  /** What to do where another account of the sandbox is debtor. */
  readonly ofOtherDebtor: string;
}
