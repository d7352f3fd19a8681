import type { Op } from '../store/contract.ts';
import { isKidCreditor } from '../values/kid.ts';
import { entry } from './domain/ledger.ts';
import { type Basket, isUnapproved, type Payment } from './domain/payment.ts';
import { letLapse, movePayment, paymentsOfBasket } from './life/payments.ts';
import { failAlone, failSca } from './sca/steps.ts';
import {
  listOwned,
  type Owned,
  removeCardTransactions,
  removeCustomer,
  removeOwned,
} from './store/tables/accounts.ts';
import { listOpenAbout, listOpenOfGone } from './store/tables/authorisations.ts';
import { book, findFunds, removeTotals } from './store/tables/ledger.ts';
import {
  type Deletion,
  findFirstDeletion,
  insertDeletion,
  keepFormerNumber,
  removeDeletion,
  removeKidEntry,
} from './store/tables/numbers.ts';
import { findLiveBasket, listLiveFrom, updateBasket } from './store/tables/payments.ts';
import {
  forgetLastSca,
  removeConsentsInAgreementsOf,
  removeConsentsOf,
  removeFromConsents,
  removeSessionsOf,
} from './store/tables/psus.ts';
import { removeTransactions } from './store/tables/transactions.ts';
import { nextSequence, type WorldState } from './store/tables/world.ts';

/**
 * Deletes an account or card account: at once nothing finds it any more, its number is free, and its balance is booked
 * out. What hangs on it ends in this work as far as it is little, and else before the next request is answered.
 * @see D8-deleting
 * @see ADR 24
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

/** So many payments and SCAs end in one work at most: no write lock is held for long. @see S3-short-lock */
const AT_ONCE = 100;
/** Rows of a list go faster. */
const ROWS_AT_ONCE = 2_000;

/**
 * Ends what hangs on what was deleted, a piece of it: called until nothing is left. Each piece stands by itself.
 * @returns how many payments and SCAs ended
 * @see D8-deleting
 */
export function* endHanging(world: WorldState): Op<number> {
  let ended = 0;
  for (let isDone = true; isDone && ended < AT_ONCE; ) {
    const deletion = yield* findFirstDeletion();
    if (!deletion) return ended;
    const end = deletion.kind === 'CUSTOMER' ? endOfCustomer : endOfAccount;
    const piece = yield* end(world, deletion, AT_ONCE - ended);
    ended += piece.ended;
    isDone = piece.isDone;
    if (isDone) yield* removeDeletion(deletion);
  }
  return ended;
}

interface Piece {
  readonly ended: number;
  /** Whether nothing hangs on it any more. */
  readonly isDone: boolean;
}

function* endOfAccount(world: WorldState, deletion: Deletion, most: number): Op<Piece> {
  const { subject: id } = deletion;
  const payments = yield* listLiveFrom(deletion, most);
  for (const payment of payments) yield* endPayment(world, payment);
  const ended = payments.length;
  if (ended === most || (yield* removeSomeRows(id))) return { ended, isDone: false };
  yield* removeTotals(id);
  return { ended, isDone: true };
}

/** Of the consents with it, and of its list, as an account or a card account has one. @returns whether some are left */
function* removeSomeRows(id: string): Op<boolean> {
  return (
    (yield* removeFromConsents(id, ROWS_AT_ONCE)) ||
    (yield* removeTransactions(id, ROWS_AT_ONCE)) ||
    (yield* removeCardTransactions(id, ROWS_AT_ONCE))
  );
}

/** Its SCAs, its basket, and the payment itself. */
function* endPayment(world: WorldState, payment: Payment): Op<void> {
  const failure = 'account-deleted';
  for (const sca of yield* listOpenAbout(payment.bulk ?? payment.sequence)) {
    yield* failAlone(world, sca, failure);
  }
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

/** The basket's SCA was for all of its payments: the others are free, as those of a basket that is deleted. */
function* endBasket(world: WorldState, basket: Basket): Op<void> {
  for (const sca of yield* listOpenAbout(basket.sequence)) yield* failAlone(world, sca, 'account-deleted');
  yield* letLapse(yield* paymentsOfBasket(basket));
  yield* updateBasket({ ...basket, state: 'ENDED' });
}

/** SCAs that only the customer could go on with, or others for it: their payments are rejected. Then its consents and sessions. */
function* endOfCustomer(world: WorldState, { subject }: Deletion, most: number): Op<Piece> {
  const start = world.sequence;
  // Each payment that is rejected draws a number.
  const ended = (scas: number) => scas + Number(world.sequence - start);
  const open = yield* listOpenOfGone(most);
  for (const [place, sca] of open.entries()) {
    if (ended(place) >= most) return { ended: ended(place), isDone: false };
    yield* failSca(world, sca, 'customer-deleted');
  }
  if (open.length === most) return { ended: ended(most), isDone: false };
  if (yield* removeConsentsOf(subject, ROWS_AT_ONCE)) return { ended: ended(open.length), isDone: false };
  yield* removeSessionsOf(subject);
  yield* forgetLastSca(subject);
  return { ended: ended(open.length), isDone: true };
}
