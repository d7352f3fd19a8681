import type { Op } from '../../store/contract.ts';
import { SNAPSHOT_VERSION } from '../../wire/snapshot.ts';
import { listConsents, listFormerNumbers, listKnownPsus } from '../store/tables/snapshot-rows.ts';
import type { WorldState } from '../store/tables/world.ts';
import { written } from './instants.ts';
import { type Taken, takeData } from './take-data.ts';
import { takePayments } from './take-payments.ts';
import { takeTransactions } from './take-transactions.ts';

/**
 * The world by natural keys, a record for each thing, and the clock's offset. What isn't in it: generation, watermark,
 * sessions, open SCAs, secrets, and what is remembered of requests.
 * @see D16-snapshot, S7-snapshot
 */
export function* takeSnapshot(world: WorldState): Op<readonly object[]> {
  const data = yield* takeData(world);
  return [
    { snapshot: SNAPSHOT_VERSION, clockOffset: world.clockOffset },
    ...data.records,
    ...(yield* takeTransactions(data)),
    ...(yield* takePayments(data)),
    ...(yield* takePsus(data)),
    ...(yield* listFormerNumbers()).map((bban) => ({ formerAccount: bban })),
    ...data.used,
  ];
}

/**
 * Who has had an SCA, and what TPPs may see. Ids by which a TPP knows PSUs come from the seed and stay good in a bank that
 * has given them, so that they aren't told: a world would differ by what was once known in it.
 */
function* takePsus({ accounts, agreements }: Taken): Op<object[]> {
  return [
    ...(yield* listKnownPsus()).map(({ psu, tpp, lastSca }) => ({ psu, tpp, lastSca: written(lastSca) })),
    ...(yield* listConsents()).map((one) => ({
      consent: one.psu,
      tpp: one.tpp,
      ...(one.agreement === '' ? {} : { agreement: agreements.nameOf(one.agreement) }),
      accounts: one.accounts.map((id) => accounts.nameOf(id)).sort(),
    })),
  ];
}
