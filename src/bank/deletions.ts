import type { Op } from '../store/contract.ts';
import { isKidCreditor } from '../values/kid.ts';
import { createEntry } from './domain/ledger.ts';
import { type Basket, isUnapproved, type Payment } from './domain/payment.ts';
import { movePayment } from './life/moves.ts';
import { expirePayments } from './life/payments.ts';
import { cancelScas, failSca } from './sca/steps.ts';
import { type DeletableAccount, listOwned, removeCustomer, removeOwned } from './store/tables/accounts.ts';
import { listOpenAbout, listOpenOfGone } from './store/tables/authorisations.ts';
import { book, findFunds, removeTotals } from './store/tables/ledger.ts';
import { keepFormerNumber, removeKidEntry } from './store/tables/numbers.ts';
import { findLiveBasket, listLiveFrom, listPaymentsOfBasket, updateBasket } from './store/tables/payments.ts';
import {
  forgetLastSca,
  removeConsents,
  removeConsentsInAgreements,
  removeFromConsents,
  removeSessions,
} from './store/tables/psus.ts';
import { removeTransactions } from './store/tables/transactions.ts';
import { type BankState, takeSequence } from './store/tables/world.ts';

/**
 * Deletes an account or card account: it is no longer found, its number becomes free, its balance is booked out, and
 * dependent payments and consents end.
 * @see D8-deleting
 * @see ADR 24
 */
export function* deleteOwned(world: BankState, owned: DeletableAccount): Op<void> {
  yield* takeAway(world, owned);
  yield* endDependents(world, owned);
}

/** Deletes a customer and all its accounts, cards and agreements. @see D8-deleting-customer */
export function* deleteCustomer(world: BankState, customerNumber: string): Op<void> {
  const all = yield* listOwned(customerNumber);
  for (const owned of all) yield* takeAway(world, owned);
  yield* removeConsentsInAgreements(customerNumber);
  yield* removeCustomer(customerNumber);
  for (const owned of all) yield* endDependents(world, owned);
  // Fail the SCAs that need the customer, which rejects their payments.
  for (const sca of yield* listOpenOfGone()) yield* failSca(world, sca, 'customer-deleted');
  yield* removeConsents(customerNumber);
  yield* removeSessions(customerNumber);
  yield* forgetLastSca(customerNumber);
}

function* takeAway(world: BankState, owned: DeletableAccount): Op<void> {
  yield* bookOut(world, owned);
  yield* removeOwned(owned);
  const { kind, name } = owned;
  if (kind !== 'ACCOUNT') return;
  yield* keepFormerNumber(name);
  if (!isKidCreditor(name)) yield* removeKidEntry(name);
}

/**
 * Books the balance out. The journal stays unchanged, and the account's lines then sum to 0.
 * @see D9-balance-is-lines
 */
function* bookOut(world: BankState, { id }: DeletableAccount): Op<void> {
  const { balanceMinor = 0n, currency } = (yield* findFunds(id)) ?? {};
  if (currency === undefined || balanceMinor === 0n) return;
  const entry = createEntry(id, 'SUSPENSE', currency, balanceMinor);
  yield* book([{ sequence: takeSequence(world), kind: 'deletion', bookedAt: world.bankNow, entry }]);
}

/** Ends the payments from an account or card account, and removes its consents, transactions and totals. */
function* endDependents(world: BankState, owned: DeletableAccount): Op<void> {
  for (const payment of yield* listLiveFrom(owned)) yield* endPayment(world, payment);
  yield* removeFromConsents(owned.id);
  yield* removeTransactions(owned.id);
  yield* removeTotals(owned.id);
}

/** Ends the SCAs of a payment and its basket, and rejects the payment. */
function* endPayment(world: BankState, payment: Payment): Op<void> {
  const failure = 'account-deleted';
  yield* cancelScas(world, yield* listOpenAbout(payment.bulk ?? payment.sequence), failure);
  const basket = isUnapproved(payment.status) ? yield* findLiveBasket(payment.sequence) : undefined;
  if (basket) yield* endBasket(world, basket);
  const rejected = {
    ...payment,
    lapsesAt: undefined,
    fundsAvailable: undefined,
    rejection: failure,
  } as const;
  yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
}

/** Ends a basket, because its SCA covers all its payments; the other payments are released as after a deletion. */
function* endBasket(world: BankState, basket: Basket): Op<void> {
  yield* cancelScas(world, yield* listOpenAbout(basket.sequence), 'account-deleted');
  yield* expirePayments(yield* listPaymentsOfBasket(basket.sequence));
  yield* updateBasket({ ...basket, state: 'ENDED' });
}
