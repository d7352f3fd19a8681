import type { PaymentService } from '../../values/products.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import type { Payment } from './payment.ts';
import { type MadeAs, rulesOf } from './product-rules.ts';
import { isFinal } from './transitions.ts';

/**
 * What one request has made under one paymentId, and one SCA approves: a payment, or a bulk of payments.
 * @see D4-bulk-count, D4-bulk-status
 */
export interface Order extends MadeAs {
  readonly sequence: bigint;
  readonly paymentId: string;
  /** Of the path at which it is: a payment of a bulk is read as a payment. */
  readonly readAs: PaymentService;
  readonly tpp: string;
  /** customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly status: TransactionStatus;
  readonly fundsAvailable?: boolean;
  /** The body as sent. */
  readonly initiation: object;
  /** Itself, or the bulk's, in the order of the body. */
  readonly payments: readonly [Payment, ...Payment[]];
}

/** What a payment is by itself, or what one of a bulk is to who reads it. @see D1-bulk-items */
export function orderOfPayment(payment: Payment): Order {
  const readAs = payment.bulk === undefined ? payment.service : 'payments';
  return { ...orderOf(payment, payment, [payment]), readAs };
}

/** Whether it is one of a bulk: it is authorised and cancelled with the others. */
export function isItem({ readAs, service }: Order): boolean {
  return readAs !== service;
}

/** A bulk as its row keeps it; all else is its payments'. */
export interface Bulk {
  readonly sequence: bigint;
  readonly paymentId: string;
  readonly initiation: object;
}

/** @throws Error for a bulk of no payments, which the schema refuses */
export function orderOfBulk(bulk: Bulk, payments: readonly Payment[]): Order {
  const [first, ...others] = payments;
  if (!first) throw new Error('a bulk without payments');
  return orderOf(bulk, standingOf([first, ...others]), [first, ...others]);
}

function orderOf(
  { sequence, paymentId, initiation }: Bulk,
  { status, fundsAvailable }: Standing,
  payments: Order['payments'],
): Order {
  const { tpp, psu, service, product } = payments[0];
  return {
    ...{ sequence, paymentId, readAs: service, tpp, service, product, initiation, status, payments },
    ...(psu === undefined ? undefined : { psu }),
    ...(fundsAvailable === undefined ? undefined : { fundsAvailable }),
  };
}

type Standing = Pick<Payment, 'status' | 'fundsAvailable'>;

/** The worst of its payments while any is open; all final and unequal → PART. @see D4-bulk-status */
function standingOf(payments: readonly [Payment, ...Payment[]]): Standing {
  const worst = worstOf(payments);
  const isMixed = payments.some(({ status }) => status !== worst.status);
  return isMixed && payments.every(({ status }) => isFinal(status)) ? { status: 'PART' } : worst;
}

/** Worst first. @see D5-basket-status */
const WORST_FIRST: readonly (readonly [TransactionStatus, fundsAvailable?: false])[] = [
  ...([['RJCT'], ['CANC'], ['ACCP', false], ['PDNG'], ['RCVD'], ['PART']] as const),
  ...([['ACTC'], ['ACWC'], ['ACCP'], ['ACSP'], ['ACWP'], ['ACSC']] as const),
];

/** The one that stands worst among several. @see I-basket-not-atomic */
export function worstOf<S extends Standing>(several: readonly [S, ...S[]]): S {
  return several.reduce((worst, one) => (rankOf(one) < rankOf(worst) ? one : worst));
}

function rankOf({ status, fundsAvailable }: Standing): number {
  return WORST_FIRST.findIndex(
    ([listed, funds]) => listed === status && (funds === undefined || funds === fundsAvailable),
  );
}

/** Whether details and status can be read: a domestic payment can't be before it is approved (I-known-issue). */
export function canBeRead(order: Order): boolean {
  return order.status !== 'RCVD' || rulesOf(order).isReadUnapproved;
}
