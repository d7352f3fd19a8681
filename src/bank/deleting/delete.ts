import type { Op } from '../../store/contract.ts';
import { isKidCreditor } from '../../values/kid-creditors.ts';
import { entry } from '../domain/ledger.ts';
import { removeConsentsInAgreementsOf } from '../store/tables/consents.ts';
import { insertDeletion, keepFormerNumber } from '../store/tables/deletions.ts';
import { removeKidEntry } from '../store/tables/kid-entries.ts';
import { book, findFunds } from '../store/tables/ledger.ts';
import { listOwned, type Owned, removeCustomer, removeOwned } from '../store/tables/owned.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';
import { endHanging } from './end-hanging.ts';

/**
 * Deletes an account or card account: at once nothing finds it any more, its number is free, and its balance is booked
 * out. What hangs on it ends in this work as far as it is little, and else before the next request is answered.
 * @see D8-deleting
 * @see ../../../docs/adr/0024-what-is-deleted-is-gone-at-once.md
 */
export function* deleteOwned(world: WorldState, owned: Owned): Op<void> {
  yield* takeAway(world, owned);
  yield* endHanging(world);
}

/** Deletes a customer with all that it owns. @see D8-deleting-customer */
export function* deleteCustomer(world: WorldState, customerNumber: string): Op<void> {
  for (const owned of yield* listOwned(customerNumber)) yield* takeAway(world, owned);
  yield* removeConsentsInAgreementsOf(customerNumber);
  yield* removeCustomer(customerNumber);
  yield* insertDeletion({ place: nextSequence(world), kind: 'CUSTOMER', subject: customerNumber });
  yield* endHanging(world);
}

function* takeAway(world: WorldState, owned: Owned): Op<void> {
  yield* bookOut(world, owned);
  yield* removeOwned(owned);
  const { kind, id: subject, name } = owned;
  if (kind === 'ACCOUNT') {
    yield* keepFormerNumber(name);
    if (!isKidCreditor(name)) yield* removeKidEntry(name);
  }
  yield* insertDeletion({ place: nextSequence(world), kind, subject, name });
}

/** The journal stays as it is: the account's lines sum to 0 from now on. @see D9-balance-is-lines */
function* bookOut(world: WorldState, { id }: Owned): Op<void> {
  const { balanceMinor = 0n, currency } = (yield* findFunds(id)) ?? {};
  if (currency === undefined || balanceMinor === 0n) return;
  yield* book([
    {
      sequence: nextSequence(world),
      kind: 'deletion',
      bookedAt: world.bankNow,
      entry: entry(id, 'SUSPENSE', currency, balanceMinor),
    },
  ]);
}
