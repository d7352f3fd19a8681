import type { Op } from '../../store/contract.ts';
import { SNAPSHOT_VERSION } from '../../wire/snapshot.ts';
import {
  type InAgreement,
  listConsents,
  listCorporatePsus,
  listFormerNumbers,
  listKnownPsus,
} from '../store/tables/snapshot-psus.ts';
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

/** Which PSUs the TPPs know, and what these may see. */
function* takePsus({ accounts, agreements }: Taken): Op<object[]> {
  const inAgreement = ({ agreement }: InAgreement) =>
    agreement === '' ? {} : { agreement: agreements.nameOf(agreement) };
  return [
    ...(yield* listKnownPsus()).map(({ psu, tpp, lastSca }) => ({
      psu,
      tpp,
      ...(lastSca === undefined ? {} : { lastSca: written(lastSca) }),
    })),
    ...(yield* listCorporatePsus()).map((one) => ({
      corporatePsu: one.psu,
      tpp: one.tpp,
      ...inAgreement(one),
    })),
    ...(yield* listConsents()).map((one) => ({
      consent: one.psu,
      tpp: one.tpp,
      ...inAgreement(one),
      accounts: one.accounts.map((id) => accounts.nameOf(id)).sort(),
    })),
  ];
}
