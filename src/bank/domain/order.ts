import type { PaymentService } from '../../values/products.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { isFinal, type Payment } from './payment.ts';
import { type MadeAs, rulesOf } from './product-rules.ts';
import { REASONS } from './rejection.ts';

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
    ...{ sequence, paymentId, readAs: service, tpp, psu, service, product, initiation, status },
    ...{ fundsAvailable, payments },
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

/**
 * A signing basket: payments that one SCA approves. LIVE until its SCA has ended or it is deleted; a payment is in at
 * most one live basket.
 * @see D5-basket-status
 */
export interface Basket {
  readonly sequence: bigint;
  readonly basketId: string;
  readonly tpp: string;
  /** customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly state: 'LIVE' | 'ENDED' | 'DELETED';
}

/** A basket with its payments, in the order in which the TPP named them. */
export interface WholeBasket extends Basket {
  readonly payments: readonly Payment[];
}

/** The worst case among its payments; CANC once it is deleted. @see D5-basket-status */
export function statusOf({ state, payments: [first, ...others] }: WholeBasket): TransactionStatus {
  if (state === 'DELETED' || !first) return 'CANC';
  return worstOf([first, ...others]).status;
}

/** What the PSU should know of how a payment stands. @see D4-psu-message */
export function psuMessageOf({ status, fundsAvailable, payments }: Order): string | undefined {
  const [{ dateMoved, effectiveDate }] = payments;
  if (status === 'RCVD' || status === 'ACWC') {
    return dateMoved ? `The payment will be executed on ${effectiveDate}.` : undefined;
  }
  if (status === 'PDNG') return 'The bank is holding the payment. Ask the bank why.';
  if (status === 'RJCT' || status === 'PART') return rejectionOf(payments);
  return status === 'ACCP' && fundsAvailable === false
    ? 'Insufficient funds. The bank will try again today.'
    : undefined;
}

/** Of several payments that were not rejected alike, that some were: the TPP is told which. */
function rejectionOf(payments: Order['payments']): string | undefined {
  const [common, ...others] = new Set(payments.map(({ rejection }) => rejection));
  if (others.length > 0) return 'Some of the payments were rejected.';
  return common === undefined ? undefined : REASONS[common].psuMessage;
}
