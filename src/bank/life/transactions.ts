import { hash } from 'node:crypto';
import type { Op } from '../../store/contract.ts';
import { formatOsloDate } from '../../values/oslo.ts';
import {
  derivePaymentTransactionId,
  deriveTransactionStem,
  parseBookingDate,
  parseSequence,
} from '../domain/ids.ts';
import {
  type AccountTransaction,
  buildPaymentDetails,
  buildTransactionKey,
  type GivenTransaction,
  getPaymentReferences,
} from '../domain/transactions.ts';
import { findBookedAt } from '../store/tables/ledger.ts';
import {
  findTransactionByHand,
  findTransactionOfPayment,
  type StoredTransaction,
} from '../store/tables/transactions.ts';
import type { BankState } from '../store/tables/world.ts';

/** Finds a booked transaction of an account, manual or of a payment. @see D8-one-list */
export function* findBookedTransaction(
  world: BankState,
  account: string,
  id: string,
): Op<AccountTransaction | undefined> {
  const stored = (yield* findByHand(world, account, id)) ?? (yield* findPaid(world, account, id));
  return stored && createTransaction(world, stored);
}

function* findByHand({ seed }: BankState, account: string, id: string): Op<StoredTransaction | undefined> {
  const bookingDate = parseBookingDate(seed, id);
  return bookingDate === undefined ? undefined : yield* findTransactionByHand(account, bookingDate, id);
}

/** Finds the transaction of a payment by the payment's sequence in the id. */
function* findPaid(world: BankState, account: string, id: string): Op<StoredTransaction | undefined> {
  const payment = findPaymentOfTransactionId(world, id);
  const bookedAt = payment && (yield* findBookedAt(payment.sequence));
  if (!payment || bookedAt === undefined) return undefined;
  const found = yield* findTransactionOfPayment(account, payment.sequence, formatOsloDate(bookedAt));
  return found && createTransaction(world, found).transactionId === id ? found : undefined;
}

/** Finds the payment and side that a transaction id encodes, pending or booked. @see D7-payment-transaction-id */
export function findPaymentOfTransactionId(
  { seed }: BankState,
  id: string,
): { readonly sequence: bigint; readonly side: 'debtor' | 'creditor' } | undefined {
  for (const side of ['debtor', 'creditor'] as const) {
    const sequence = parseSequence(seed, `${side} transaction`, id);
    if (sequence !== undefined) return { sequence, side };
  }
  return undefined;
}

export function createTransaction(
  { seed }: BankState,
  { from, ...moved }: StoredTransaction,
): AccountTransaction {
  if (!('payment' in from)) return { ...moved, ...from };
  return {
    ...moved,
    transactionId: derivePaymentTransactionId(seed, from.payment, from.side),
    details: buildPaymentDetails(from, from.debtorName, from.side),
    references: getPaymentReferences(from.initiation),
  };
}

/** Derives the common beginning of the ids of transactions that equal the given one. @see D8-natural-key */
export function deriveStem(seed: string, account: string, given: GivenTransaction): string {
  // The system's hash is much faster for long texts than the hash of the ids.
  const digest = hash('sha256', buildTransactionKey(account, given), 'base64').slice(0, 22);
  return deriveTransactionStem(seed, given.bookingDate, digest);
}
