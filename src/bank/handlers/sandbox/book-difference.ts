import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import { entry } from '../../domain/ledger.ts';
import { book } from '../../store/tables/ledger.ts';
import { nextSequence, type WorldState } from '../../store/tables/world.ts';

interface Difference {
  /** Id of an account or card account. */
  readonly id: string;
  readonly currency: Currency;
  readonly differenceMinor: bigint;
}

const AGAINST = { opening: 'OPENING', balance: 'SUSPENSE' } as const;

/**
 * Books what a balance that is given differs from the one there is.
 * @param kind whether the account is opened with it, or it is set later
 * @see D8-set-balance, D9-balance-is-lines, D9-change-balance
 */
export function* bookDifference(
  world: WorldState,
  kind: keyof typeof AGAINST,
  { id, currency, differenceMinor }: Difference,
): Op<void> {
  if (differenceMinor === 0n) return;
  yield* book([
    {
      sequence: nextSequence(world),
      kind,
      bookedAt: world.bankNow,
      entry: entry(AGAINST[kind], id, currency, differenceMinor),
    },
  ]);
}
