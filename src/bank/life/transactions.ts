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

/** One of an account's booked transactions, by hand or by a payment. @see D8-one-list */
export function* findBookedTransaction(
  world: BankState,
  account: string,
  id: string,
): Op<AccountTransaction | undefined> {
  const stored = (yield* findByHand(world, account, id)) ?? (yield* findPaid(world, account, id));
  return stored && transactionOf(world, stored);
}

function* findByHand({ seed }: BankState, account: string, id: string): Op<StoredTransaction | undefined> {
  const bookingDate = parseBookingDate(seed, id);
  return bookingDate === undefined ? undefined : yield* findTransactionByHand(account, bookingDate, id);
}

/** The id of a payment's transaction leads to the payment. */
function* findPaid(world: BankState, account: string, id: string): Op<StoredTransaction | undefined> {
  const payment = findPaymentOfTransactionId(world, id);
  const bookedAt = payment && (yield* findBookedAt(payment.sequence));
  if (!payment || bookedAt === undefined) return undefined;
  const found = yield* findTransactionOfPayment(account, payment.sequence, formatOsloDate(bookedAt));
  return found && transactionOf(world, found).transactionId === id ? found : undefined;
}

/** Which side of which payment an id may be of, pending or booked. @see D7-payment-transaction-id */
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

export function transactionOf(
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

/** With what the ids of transactions begin that are equal to this one of an account. @see D8-natural-key */
export function deriveStem(seed: string, account: string, given: GivenTransaction): string {
  return deriveTransactionStem(seed, given.bookingDate, hashText(buildTransactionKey(account, given)));
}

/** The system's hash is many times faster over hundreds of characters than that of the ids; 132 bits of it. */
function hashText(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 22);
}
