import { hash } from 'node:crypto';
import type { Op } from '../../store/contract.ts';
import { osloDate } from '../../values/oslo.ts';
import { bookingDateOf, paymentTransactionId, sequenceOf, transactionStem } from '../domain/ids.ts';
import {
  type AccountTransaction,
  detailsOfPayment,
  type GivenTransaction,
  referencesOfPayment,
  transactionKey,
} from '../domain/transactions.ts';
import { findBookedAt } from '../store/tables/ledger.ts';
import {
  findTransactionByHand,
  findTransactionOfPayment,
  type StoredTransaction,
} from '../store/tables/transactions.ts';
import type { WorldState } from '../store/tables/world.ts';

/** One of an account's booked transactions, by hand or by a payment. @see D8-one-list */
export function* findBookedTransaction(
  world: WorldState,
  account: string,
  id: string,
): Op<AccountTransaction | undefined> {
  const stored = (yield* findByHand(world, account, id)) ?? (yield* findPaid(world, account, id));
  return stored && transactionOf(world, stored);
}

function* findByHand({ seed }: WorldState, account: string, id: string): Op<StoredTransaction | undefined> {
  const bookingDate = bookingDateOf(seed, id);
  return bookingDate === undefined ? undefined : yield* findTransactionByHand(account, bookingDate, id);
}

/** The id of a payment's transaction leads to the payment. */
function* findPaid(world: WorldState, account: string, id: string): Op<StoredTransaction | undefined> {
  const payment = paymentOf(world, id);
  const bookedAt = payment && (yield* findBookedAt(payment.sequence));
  if (!payment || bookedAt === undefined) return undefined;
  const found = yield* findTransactionOfPayment(account, payment.sequence, osloDate(bookedAt));
  return found && transactionOf(world, found).transactionId === id ? found : undefined;
}

/** Which side of which payment an id may be of, pending or booked. @see D7-payment-transaction-id */
export function paymentOf(
  { seed }: WorldState,
  id: string,
): { readonly sequence: bigint; readonly side: 'debtor' | 'creditor' } | undefined {
  for (const side of ['debtor', 'creditor'] as const) {
    const sequence = sequenceOf(seed, `${side} transaction`, id);
    if (sequence !== undefined) return { sequence, side };
  }
  return undefined;
}

export function transactionOf(
  { seed }: WorldState,
  { from, ...moved }: StoredTransaction,
): AccountTransaction {
  if (!('payment' in from)) return { ...moved, ...from };
  return {
    ...moved,
    transactionId: paymentTransactionId(seed, from.payment, from.side),
    details: detailsOfPayment(from, from.debtorName, from.side),
    references: referencesOfPayment(from.initiation),
  };
}

/** With what the ids of transactions begin that are equal to this one of an account. @see D8-natural-key */
export function stemOf(seed: string, account: string, given: GivenTransaction): string {
  return transactionStem(seed, given.bookingDate, hashOf(transactionKey(account, given)));
}

/** The system's hash is many times faster over hundreds of characters than that of the ids; 132 bits of it. */
function hashOf(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 22);
}
