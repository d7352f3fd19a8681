import type { Op } from '../../../store/contract.ts';
import type { World } from '../../domain/world.ts';
import { insertAgreement } from './agreements.ts';
import { insertCard } from './card-accounts.ts';
import { insertCustomer } from './customers.ts';
import { insertKidEntry } from './kid-entries.ts';
import { book } from './ledger.ts';
import { insertFirstUses } from './natural-keys.ts';
import { insertAccount } from './sandbox-accounts.ts';

/** Inserts a world's data in the order given; balances are bookings against OPENING (D9-balance-is-lines). */
export function* insertWorldData(data: World, bookedAt: number): Op<void> {
  for (const customer of data.customers) yield* insertCustomer(customer);
  for (const account of data.accounts) yield* insertAccount(account);
  for (const card of data.cardAccounts) yield* insertCard(card);
  for (const agreement of data.agreements) yield* insertAgreement(agreement);
  for (const one of data.kidEntries) yield* insertKidEntry(one);
  yield* insertFirstUses(data.usedKeys);
  const opened = [
    ...data.accounts.map(({ id, currency, openingMinor }) => ({ id, currency, openingMinor })),
    ...data.cardAccounts.map(({ resourceId: id, currency, openingMinor }) => ({
      id,
      currency,
      openingMinor,
    })),
  ];
  yield* book(
    opened.map(({ id, currency, openingMinor }, place) => ({
      // Below the world's sequence, whose first number is 1.
      sequence: BigInt(place - opened.length),
      kind: 'opening',
      bookedAt,
      entry: [
        { account: 'OPENING', currency, amountMinor: -openingMinor },
        { account: id, currency, amountMinor: openingMinor },
      ],
    })),
  );
}
