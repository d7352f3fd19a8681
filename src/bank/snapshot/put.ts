import type { Op } from '../../store/contract.ts';
import { runDayOf } from '../domain/ledger.ts';
import { psuIdOf } from '../sca/psu-ids.ts';
import { insertAccount, setAdjustment, setPaymentRight } from '../store/tables/accounts.ts';
import { insertAuthorisation, keepFrom, updateAuthorisation } from '../store/tables/authorisations.ts';
import { insertCard, insertCardTransactions, keepCardBalances } from '../store/tables/cards.ts';
import { insertAgreement, insertCustomer, insertEngagements } from '../store/tables/customers.ts';
import { keepFormerNumber } from '../store/tables/numbers.ts';
import {
  insertBasket,
  insertBulk,
  insertPayment,
  insertTransitions,
  updatePayment,
} from '../store/tables/payments.ts';
import { keepConsent, keepPsu } from '../store/tables/psus.ts';
import { insertDoneRun, insertKidEntries, insertUses } from '../store/tables/snapshot-rows.ts';
import { beginNoLaterThan, endWorld, nextSequence, type WorldState } from '../store/tables/world.ts';
import { putBooks } from './put-books.ts';
import type { ReadSnapshot } from './read.ts';
import type { ReadData } from './read-data.ts';
import type { ReadPayment, ReadPayments } from './read-payments.ts';
import type { ReadPsus } from './read-psus.ts';

/**
 * Puts the world of a snapshot in the place of the one there is. Numbers go on after the last of either, so that none
 * that this bank gave is given again.
 * @see S7-restore, S7-generation, D16-restore
 */
export function* putSnapshot(world: WorldState, read: ReadSnapshot): Op<void> {
  yield* endWorld(world, read.clockOffset);
  if (world.sequence < read.payments.lastNumber) world.sequence = read.payments.lastNumber;
  yield* putData(read.data);
  for (const bban of read.formerAccounts) yield* keepFormerNumber(bban);
  yield* putBooks(world, read);
  for (const [card, given] of read.transactions.ofCards) {
    yield* insertCardTransactions(
      card,
      given.map((one) => ({ sequence: nextSequence(world), given: one })),
    );
  }
  yield* putPayments(world, read.payments);
  yield* putPsus(world, read.psus);
  // A machine whose clock is behind that of the one which saved it.
  yield* beginNoLaterThan(world.bankNow);
}

function* putData(data: ReadData): Op<void> {
  for (const customer of data.customers) yield* insertCustomer(customer);
  for (const { it, adjustmentMinor, mayPay } of data.accounts) {
    yield* insertAccount(it);
    if (adjustmentMinor !== 0n) yield* setAdjustment(it.id, adjustmentMinor);
    if (!mayPay) yield* setPaymentRight(it.id, false);
  }
  for (const { it, adjustmentMinor, mayPay, details } of data.cards) {
    yield* insertCard(it);
    yield* keepCardBalances(it.resourceId, adjustmentMinor, details);
    if (!mayPay) yield* setPaymentRight(it.resourceId, false);
  }
  yield* insertKidEntries(data.kidEntries);
  for (const agreement of data.agreements) yield* insertAgreement(agreement);
  yield* insertEngagements(data.engagements);
  yield* insertUses(data.uses);
}

function* putPayments(world: WorldState, { bulks, payments, baskets, runs }: ReadPayments): Op<void> {
  for (const bulk of bulks) yield* insertBulk(bulk);
  for (const one of payments) yield* putPayment(world, one);
  for (const { basket, payments: sequences } of baskets) yield* insertBasket(basket, sequences);
  for (const done of runs) yield* insertDoneRun(nextSequence(world), done);
}

function* putPayment(world: WorldState, { payment, steps }: ReadPayment): Op<void> {
  yield* insertPayment(payment);
  yield* updatePayment(payment, runDayOf(payment));
  for (const { at, ...step } of steps)
    yield* insertTransitions(payment.sequence, [{ ...step, place: nextSequence(world) }], at);
}

function* putPsus({ seed }: WorldState, { authorisations, psus, consents }: ReadPsus): Op<void> {
  for (const sca of authorisations) {
    yield* insertAuthorisation(sca);
    yield* updateAuthorisation(sca);
    if (sca.keptFrom !== undefined && sca.keptFrom !== sca.progress.endedAt)
      yield* keepFrom(sca, sca.keptFrom);
  }
  for (const { tpp, psu, lastSca } of psus) yield* keepPsu(tpp, psu, psuIdOf(seed, tpp, psu), lastSca);
  for (const { tpp, psu, agreement, accounts } of consents)
    yield* keepConsent(tpp, psu, agreement === '' ? undefined : agreement, accounts);
}
