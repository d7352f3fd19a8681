import type { Currency } from '../../values/currencies.ts';
import type { PaymentService } from '../../values/products.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { getProductRules, type Initiation, type MadeAs } from './product-rules.ts';

/** Why a payment is rejected for good. @see D4-rejection-reason */
export type RejectionReason =
  | 'declined'
  | 'wrong-numbers'
  | 'expired'
  | 'not-theirs'
  | 'other-currency'
  | 'no-right'
  | 'no-funds'
  | 'fault'
  /** The operator's act. */
  | 'by-operator'
  /** A run's, by the creditor's number. @see D8-outcome-accounts */
  | 'outcome-account'
  | 'account-deleted'
  /** The PSU's, or that of the agreement in which they act. */
  | 'customer-deleted';

interface Reason {
  /** The HTTP status beside the code where the PSU is sent back with it. */
  readonly status: number;
  readonly code:
    | 'SCA_INVALID'
    | 'SCA_EXPIRED'
    | 'PSU_CREDENTIALS_INVALID'
    | 'FORBIDDEN'
    | 'PAYMENT_FAILED'
    | 'FORMAT_ERROR'
    | 'SYSTEM_ERROR'
    | 'BAD_REQUEST';
  /** For the TPP: of the status, and of the failure redirect. */
  readonly text: string;
  readonly psuMessage: string;
}

/** Texts of each reason, for the payment's status and for the failure redirect. */
export const REASONS: Readonly<Record<RejectionReason, Reason>> = {
  declined: {
    status: 401,
    code: 'SCA_INVALID',
    text: 'the PSU declined',
    psuMessage: 'You declined the payment.',
  },
  'wrong-numbers': {
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: 'three wrong customer numbers were entered',
    psuMessage: 'The payment was rejected because a wrong customer number was entered three times.',
  },
  expired: {
    status: 401,
    code: 'SCA_EXPIRED',
    text: "it wasn't authorised in time",
    psuMessage: "The payment was rejected because it wasn't approved in time.",
  },
  'not-theirs': {
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: 'the PSU may not pay from the debtor account',
    psuMessage: "The payment was rejected because you can't pay from this account.",
  },
  'other-currency': {
    status: 400,
    code: 'FORMAT_ERROR',
    text: "debtorAccount.currency isn't the account's currency",
    psuMessage: 'The payment was rejected because the account has a different currency.',
  },
  'no-right': {
    status: 403,
    code: 'FORBIDDEN',
    text: 'the bank has blocked payments from this account through the interface',
    psuMessage: "The payment was rejected because other services can't pay from this account.",
  },
  'no-funds': {
    status: 400,
    code: 'PAYMENT_FAILED',
    text: 'insufficient funds',
    psuMessage: 'The payment was rejected because of insufficient funds.',
  },
  fault: {
    status: 500,
    code: 'SYSTEM_ERROR',
    text: 'the bank has an internal error',
    psuMessage: 'The payment was rejected because something went wrong at the bank.',
  },
  'by-operator': {
    status: 400,
    code: 'BAD_REQUEST',
    text: "the bank's operator rejected the payment",
    psuMessage: 'The payment was rejected by the bank.',
  },
  'outcome-account': {
    status: 400,
    code: 'PAYMENT_FAILED',
    text: 'the creditor is an outcome account of the sandbox, and payments to it are rejected',
    psuMessage: 'The payment was rejected because the sandbox rejects all payments to this account.',
  },
  'account-deleted': {
    status: 400,
    code: 'BAD_REQUEST',
    text: 'the debtor account was deleted',
    psuMessage: 'The payment was rejected because its account was deleted.',
  },
  'customer-deleted': {
    status: 400,
    code: 'BAD_REQUEST',
    text: "the customer who had to approve it, or the agreement's owner, was deleted",
    psuMessage: 'The payment was rejected because the customer who had to approve it has left the bank.',
  },
};

/**
 * The 30 steps that a payment's status can take.
 * @see D4-transitions
 */
export const TRANSITIONS: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  RCVD: ['ACTC', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACTC: ['ACCP', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACWC: ['ACCP', 'PDNG', 'RJCT', 'CANC'],
  ACCP: ['ACSP', 'PDNG', 'RJCT', 'CANC'],
  PDNG: ['ACTC', 'ACCP', 'ACSP', 'RJCT', 'CANC'],
  ACSP: ['ACSC', 'ACWP', 'PDNG', 'RJCT', 'CANC'],
  ACWP: ['ACSC', 'RJCT'],
};

/** Tells whether a payment may move from one status to another. */
export function mayBecome(from: TransactionStatus, to: TransactionStatus): boolean {
  return TRANSITIONS[from]?.includes(to) ?? false;
}

/** Tells whether a status is final. @see D4-transitions */
export function isFinal(status: TransactionStatus): boolean {
  return TRANSITIONS[status] === undefined;
}

/** Tells whether the PSU hasn't approved or declined yet. */
export function isUnapproved(status: TransactionStatus): boolean {
  return status === 'RCVD';
}

/** Tells whether a payment can still be cancelled. @see D4-bulk-cancel */
export function canBeCancelled(status: TransactionStatus): boolean {
  return mayBecome(status, 'CANC');
}

/** The result of the PSU's approval. */
export interface Approval {
  /** Its place in the world's one order of events: runs take payments in the order of approval. */
  readonly sequence: bigint;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly at: number;
}

/** A payment as the bank keeps it. @see D4-domestic-read */
export interface Payment {
  /** Its place in the world's one order of events. */
  readonly sequence: bigint;
  readonly paymentId: string;
  /** The TPP that made it; no other may see it. */
  readonly tpp: string;
  readonly service: PaymentService;
  /** The name by which it was made. */
  readonly product: string;
  /** customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly status: TransactionStatus;
  /** Set once funds were checked. */
  readonly fundsAvailable?: boolean;
  /** The initiation's members as sent; a bulk's payment has the bulk's debtor and date. */
  readonly initiation: Initiation;
  /** Sequence of the bulk that it is in. */
  readonly bulk?: bigint;
  /**
   * Id of the debtor's account or card account, once it is settled: at the creation when its TPP may be told of the
   * account, else at the approval. Until then the payment has the name that its body gives alone.
   * @see D4-disclosure
   */
  readonly debtorAccount?: string;
  /** The creditor's account, here or elsewhere: `creditorNumber`. */
  readonly creditorAccount: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The bank day of its run, YYYY-MM-DD in Oslo; the day of an instant payment, the first of a periodic one. */
  readonly effectiveDate: string;
  /** True if it is later than the requested day. */
  readonly dateMoved: boolean;
  /** 64 bits of SHA-256 over what logical duplicates have in common: small, because it is indexed. */
  readonly duplicateKey: bigint;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly createdAt: number;
  readonly approval?: Approval;
  /** TPP-Rejection-NoFunds-Preferred: lack of funds rejects at once (D4-no-funds-preferred). */
  readonly rejectsNoFunds: boolean;
  /** When it is rejected unless an authorisation was started: the end of its execution day. */
  readonly lapsesAt?: number;
  /** The operator holds it from its approval on. @see D11-hold */
  readonly heldAtApproval: boolean;
  /**
   * The bank day whose first run takes it again: its creditor's number had it held at its run. It stays when the hold
   * is over, and no run holds it a second time.
   * @see D8-outcome-accounts
   */
  readonly heldUntil?: string;
  /** The operator has its next booking go to ACWP. @see D11-settle-late */
  readonly settlesLate: boolean;
  /** The fault that leaves it without funds, while that is set; 0 is none of the operator's. @see D11-fault-funds */
  readonly unfundedBy?: number;
  /** The place in the world's one order of events at which it was pending no more; a store of before has none. */
  readonly ended?: bigint;
  /** The day that it had before it was moved last, and the place at which it was. */
  readonly dayBefore?: { readonly date: string; readonly until: bigint };
  /** Reason of a payment in RJCT; absent in older stores. */
  readonly rejection?: RejectionReason;
}

/** The account that an approved payment debits. */
export function getSettledDebtor({ debtorAccount, paymentId }: Payment): string {
  if (debtorAccount === undefined) throw new Error(`payment ${paymentId} has no debtor account`);
  return debtorAccount;
}

/**
 * The currency that a payment is debited in: the body's must equal the account's before approval. @see
 * D4-debtor-currency
 */
export function getDebtorCurrency({ initiation }: Pick<Payment, 'initiation'>): Currency {
  return initiation.debtorAccount.currency;
}

/**
 * Returns the fundsAvailable of a status: once funds were checked while the payment waits, and false if it was rejected
 * for lack of funds.
 * @see D4-status-body
 */
export function getFundsAvailable({
  status,
  fundsAvailable,
}: Pick<Payment, 'status' | 'fundsAvailable'>): boolean | undefined {
  if (status === 'RJCT') return fundsAvailable === false ? false : undefined;
  return ['ACTC', 'ACWC', 'ACCP'].includes(status) ? fundsAvailable : undefined;
}

/**
 * The payments of one request, under one paymentId and one SCA: a payment or a bulk.
 * @see D4-bulk-count, D4-bulk-status
 */
export interface Order extends MadeAs {
  readonly sequence: bigint;
  readonly paymentId: string;
  /** The service of the path at which it is read: an item of a bulk is read as a payment. */
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

/**
 * Creates the order of a single payment, or of an item of a bulk that is read by itself.
 * @see D1-bulk-items
 */
export function createPaymentOrder(payment: Payment): Order {
  const readAs = payment.bulk === undefined ? payment.service : 'payments';
  return { ...createOrder(payment, payment, [payment]), readAs };
}

/** Tells whether it is an item of a bulk, which is authorised and cancelled with the others. */
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
export function createBulkOrder(bulk: Bulk, payments: readonly Payment[]): Order {
  const [first, ...others] = payments;
  if (!first) throw new Error('a bulk without payments');
  return createOrder(bulk, aggregateStatus([first, ...others]), [first, ...others]);
}

function createOrder(
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
function aggregateStatus(payments: readonly [Payment, ...Payment[]]): Standing {
  const worst = findWorst(payments);
  const isMixed = payments.some(({ status }) => status !== worst.status);
  return isMixed && payments.every(({ status }) => isFinal(status)) ? { status: 'PART' } : worst;
}

/** Worst first. @see D5-basket-status */
const WORST_FIRST: readonly (readonly [TransactionStatus, fundsAvailable?: false])[] = [
  ...([['RJCT'], ['CANC'], ['ACCP', false], ['PDNG'], ['RCVD'], ['PART']] as const),
  ...([['ACTC'], ['ACWC'], ['ACCP'], ['ACSP'], ['ACWP'], ['ACSC']] as const),
];

/** The one that stands worst among several. @see I-basket-not-atomic */
export function findWorst<S extends Standing>(several: readonly [S, ...S[]]): S {
  return several.reduce((worst, one) => (rankStanding(one) < rankStanding(worst) ? one : worst));
}

function rankStanding({ status, fundsAvailable }: Standing): number {
  return WORST_FIRST.findIndex(
    ([listed, funds]) => listed === status && (funds === undefined || funds === fundsAvailable),
  );
}

/**
 * Tells whether details and status can be read. A domestic payment can't be read before it is approved (I-known-issue).
 */
export function canBeRead(order: Order): boolean {
  return order.status !== 'RCVD' || getProductRules(order).isReadUnapproved;
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
export function computeBasketStatus({ state, payments: [first, ...others] }: WholeBasket): TransactionStatus {
  if (state === 'DELETED' || !first) return 'CANC';
  return findWorst([first, ...others]).status;
}

/** Builds the message to the PSU about a payment's status. @see D4-psu-message */
export function buildPsuMessage({ status, fundsAvailable, payments }: Order): string | undefined {
  const [{ dateMoved, effectiveDate }] = payments;
  if (status === 'RCVD' || status === 'ACWC') {
    return dateMoved ? `The payment will be executed on ${effectiveDate}.` : undefined;
  }
  if (status === 'PDNG') return 'The bank is holding the payment. Ask the bank why.';
  if (status === 'RJCT' || status === 'PART') return describeRejection(payments);
  return status === 'ACCP' && fundsAvailable === false
    ? 'Insufficient funds. The bank will try again today.'
    : undefined;
}

/** Describes the rejection of several payments; the TPP learns which were rejected if reasons differ. */
function describeRejection(payments: Order['payments']): string | undefined {
  const [common, ...others] = new Set(payments.map(({ rejection }) => rejection));
  if (others.length > 0) return 'Some of the payments were rejected.';
  return common === undefined ? undefined : REASONS[common].psuMessage;
}
