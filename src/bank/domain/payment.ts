import type { Currency } from '../../values/currencies.ts';
import type { PaymentService } from '../../values/products.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { getProductRules, type Initiation, type ProductPathParts } from './product-rules.ts';

/** The reasons for a final rejection. @see D4-rejection-reason */
export type RejectionReason =
  | 'declined'
  | 'wrong-numbers'
  | 'expired'
  | 'not-theirs'
  | 'other-currency'
  | 'no-right'
  | 'no-funds'
  | 'fault'
  /** The operator rejected the payment. */
  | 'by-operator'
  /** A run rejected the payment because of the creditor's account number. @see D8-outcome-accounts */
  | 'outcome-account'
  | 'account-deleted'
  /** The PSU was deleted, or the owner of the agreement in which the PSU acts. */
  | 'customer-deleted';

interface Reason {
  /** The HTTP status sent with the code in the failure redirect. */
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
  /** The text for the TPP, in the payment status and in the failure redirect. */
  readonly text: string;
  readonly psuMessage: string;
}

/** The texts of each reason, for the payment status and the failure redirect. */
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

/** The 30 allowed transitions of a payment's status. @see D4-transitions */
export const TRANSITIONS: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  RCVD: ['ACTC', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACTC: ['ACCP', 'ACWC', 'PDNG', 'RJCT', 'CANC'],
  ACWC: ['ACCP', 'PDNG', 'RJCT', 'CANC'],
  ACCP: ['ACSP', 'PDNG', 'RJCT', 'CANC'],
  PDNG: ['ACTC', 'ACCP', 'ACSP', 'RJCT', 'CANC'],
  ACSP: ['ACSC', 'ACWP', 'PDNG', 'RJCT', 'CANC'],
  ACWP: ['ACSC', 'RJCT'],
};

/** Returns true if a payment may move from one status to another. */
export function mayBecome(from: TransactionStatus, to: TransactionStatus): boolean {
  return TRANSITIONS[from]?.includes(to) ?? false;
}

/** Returns true if a status is final. @see D4-transitions */
export function isFinal(status: TransactionStatus): boolean {
  return TRANSITIONS[status] === undefined;
}

/** Returns true if the PSU hasn't approved or declined yet. */
export function isUnapproved(status: TransactionStatus): boolean {
  return status === 'RCVD';
}

/** Returns true if a payment can still be cancelled. @see D4-bulk-cancel */
export function canBeCancelled(status: TransactionStatus): boolean {
  return mayBecome(status, 'CANC');
}

/** The result of the PSU's approval. */
export interface Approval {
  /** The index in the world's global sequence of events; runs process payments in the order of approval. */
  readonly sequence: bigint;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly at: number;
}

/** A payment as the bank stores it. @see D4-domestic-read */
export interface Payment {
  /** The index in the world's global sequence of events. */
  readonly sequence: bigint;
  readonly paymentId: string;
  /** The TPP that created the payment; no other TPP can read it. */
  readonly tpp: string;
  readonly service: PaymentService;
  /** The product name in the path of the creation request. */
  readonly product: string;
  /** The customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly status: TransactionStatus;
  /** Set after a funds check. */
  readonly fundsAvailable?: boolean;
  /** The initiation as sent; a payment of a bulk contains the bulk's debtor and date. */
  readonly initiation: Initiation;
  /** The sequence of the bulk that contains the payment. */
  readonly bulk?: bigint;
  /**
   * The id of the debtor's account or card account. It is set at creation if the bank may disclose the account to the
   * TPP, otherwise at approval. Until then, only the account in the body identifies the debtor.
   * @see D4-disclosure
   */
  readonly debtorAccount?: string;
  /** The number of the creditor's account at this bank or another, from `getCreditorNumber`. */
  readonly creditorAccount: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /**
   * The bank day of the payment's run, YYYY-MM-DD in Oslo; for an instant payment its day, for a periodic one the
   * first.
   */
  readonly effectiveDate: string;
  /** True if `effectiveDate` is later than the requested date. */
  readonly dateMoved: boolean;
  /** A 64-bit hash (SHA-256) of the members that logical duplicates share; short, because it is indexed. */
  readonly duplicateKey: bigint;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly createdAt: number;
  readonly approval?: Approval;
  /** True if lack of funds rejects at once, by product or TPP-Rejection-NoFunds-Preferred (D4-no-funds-preferred). */
  readonly rejectsNoFunds: boolean;
  /** The end of the execution day, when the bank rejects the payment if no authorisation was started. */
  readonly lapsesAt?: number;
  /** True if the operator holds the payment from its approval. @see D11-hold */
  readonly heldAtApproval: boolean;
  /**
   * The bank day whose first run processes the payment again, after the creditor's number put it on hold. It stays set
   * after the hold, so that no run holds the payment a second time.
   * @see D8-outcome-accounts
   */
  readonly heldUntil?: string;
  /** True if the operator requested ACWP for the next booking. @see D11-settle-late */
  readonly settlesLate: boolean;
  /**
   * The id of the active fault that withholds funds from the payment; 0 if the operator didn't set the fault.
   * @see D11-fault-funds
   */
  readonly unfundedBy?: number;
  /** The index in the world's sequence of events at which the payment stopped being pending; absent in older stores. */
  readonly ended?: bigint;
  /** The effective date before the last move, and the index in the sequence of events of that move. */
  readonly dayBefore?: { readonly date: string; readonly until: bigint };
  /** The reason of a payment in RJCT; absent in older stores. */
  readonly rejection?: RejectionReason;
}

/**
 * Returns the account that an approved payment debits.
 * @throws Error if the payment has no debtor account
 */
export function getSettledDebtor({ debtorAccount, paymentId }: Payment): string {
  if (debtorAccount === undefined) throw new Error(`payment ${paymentId} has no debtor account`);
  return debtorAccount;
}

/**
 * Returns the approval of a payment that a run processes.
 * @throws Error if the payment isn't approved
 */
export function getApproval({ approval, paymentId }: Payment): Approval {
  if (approval === undefined) throw new Error(`payment ${paymentId} isn't approved`);
  return approval;
}

/**
 * Returns the currency of the debit: the currency in the body must equal the account's before approval.
 * @see D4-debtor-currency
 */
export function getDebtorCurrency({ initiation }: Pick<Payment, 'initiation'>): Currency {
  return initiation.debtorAccount.currency;
}

/**
 * Returns the fundsAvailable to report with a status: the result of the funds check while the payment waits, and false
 * if lack of funds rejected it.
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
 * The payments of one request with one paymentId and one SCA: a single payment or a bulk.
 * @see D4-bulk-count, D4-bulk-status
 */
export interface Order extends ProductPathParts {
  readonly sequence: bigint;
  readonly paymentId: string;
  /** The service in the path for reading: an item of a bulk is read as a payment. */
  readonly readAs: PaymentService;
  readonly tpp: string;
  /** The customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly status: TransactionStatus;
  readonly fundsAvailable?: boolean;
  /** The body as sent. */
  readonly initiation: object;
  /** The payment itself, or the payments of the bulk in the order of the body. */
  readonly payments: readonly [Payment, ...Payment[]];
}

/** Creates the order of a single payment, or of a bulk item that is read separately. @see D1-bulk-items */
export function createPaymentOrder(payment: Payment): Order {
  const readAs = payment.bulk === undefined ? payment.service : 'payments';
  return { ...createOrder(payment, payment, [payment]), readAs };
}

/** Returns true for an item of a bulk, which is authorised and cancelled only with the whole bulk. */
export function isItem({ readAs, service }: Order): boolean {
  return readAs !== service;
}

/** The stored row of a bulk; all other data comes from its payments. */
export interface Bulk {
  readonly sequence: bigint;
  readonly paymentId: string;
  readonly initiation: object;
}

/**
 * Creates the order of a bulk.
 * @throws Error if the bulk has no payments, which the schema rejects
 */
export function createBulkOrder(bulk: Bulk, payments: readonly Payment[]): Order {
  const [first, ...others] = payments;
  if (!first) throw new Error('a bulk without payments');
  return createOrder(bulk, aggregateStatus([first, ...others]), [first, ...others]);
}

/** Returns an order with its payments in their new state; payments that aren't among `moved` stay as they were. */
export function updateOrder(order: Order, moved: readonly Payment[]): Order {
  const [first, ...others] = updatePayments(order.payments, moved);
  if (!first) throw new Error('an order without payments');
  return order.readAs === 'bulk-payments'
    ? createBulkOrder(order, [first, ...others])
    : createPaymentOrder(first);
}

/** Returns payments in their new state; those that aren't among `moved` stay as they were. */
export function updatePayments(payments: readonly Payment[], moved: readonly Payment[]): readonly Payment[] {
  const bySequence = new Map(moved.map((payment) => [payment.sequence, payment]));
  return payments.map((payment) => bySequence.get(payment.sequence) ?? payment);
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

/** Returns the worst status while any payment is open; PART if all are final and differ. @see D4-bulk-status */
function aggregateStatus(payments: readonly [Payment, ...Payment[]]): Standing {
  const worst = findWorst(payments);
  const isMixed = payments.some(({ status }) => status !== worst.status);
  return isMixed && payments.every(({ status }) => isFinal(status)) ? { status: 'PART' } : worst;
}

/** The statuses from worst to best. @see D5-basket-status */
const WORST_FIRST: readonly (readonly [TransactionStatus, fundsAvailable?: false])[] = [
  ...([['RJCT'], ['CANC'], ['ACCP', false], ['PDNG'], ['RCVD'], ['PART']] as const),
  ...([['ACTC'], ['ACWC'], ['ACCP'], ['ACSP'], ['ACWP'], ['ACSC']] as const),
];

/** Returns the payment with the worst status. @see I-basket-not-atomic */
export function findWorst<S extends Standing>(several: readonly [S, ...S[]]): S {
  return several.reduce((worst, one) => (rankStanding(one) < rankStanding(worst) ? one : worst));
}

function rankStanding({ status, fundsAvailable }: Standing): number {
  return WORST_FIRST.findIndex(
    ([listed, funds]) => listed === status && (funds === undefined || funds === fundsAvailable),
  );
}

/**
 * Returns true if details and status can be read. A domestic payment can't be read before it is approved
 * (I-known-issue).
 */
export function canBeRead(order: Order): boolean {
  return order.status !== 'RCVD' || getProductRules(order).isReadUnapproved;
}

/**
 * A signing basket: payments that one SCA approves. It is LIVE until its SCA ends or it is deleted; a payment is in at
 * most one live basket.
 * @see D5-basket-status
 */
export interface Basket {
  readonly sequence: bigint;
  readonly basketId: string;
  readonly tpp: string;
  /** The customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly state: 'LIVE' | 'ENDED' | 'DELETED';
}

/** A basket with its payments, in the order of the request. */
export interface WholeBasket extends Basket {
  readonly payments: readonly Payment[];
}

/** Returns the worst status of the payments; CANC after the basket is deleted. @see D5-basket-status */
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

/** Describes the rejection of several payments; differing reasons give one general message. */
function describeRejection(payments: Order['payments']): string | undefined {
  const [common, ...others] = new Set(payments.map(({ rejection }) => rejection));
  if (others.length > 0) return 'Some of the payments were rejected.';
  return common === undefined ? undefined : REASONS[common].psuMessage;
}
