import type { Currency } from '../../values/currencies.ts';
import type { PaymentService } from '../../values/products.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import type { Initiation } from './initiation.ts';
import type { RejectionReason } from './rejection.ts';

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

/** Whether a payment may go from one status to the next. */
export function mayBecome(from: TransactionStatus, to: TransactionStatus): boolean {
  return TRANSITIONS[from]?.includes(to) ?? false;
}

/** Whether nothing can happen to a payment any more. @see D4-transitions */
export function isFinal(status: TransactionStatus): boolean {
  return TRANSITIONS[status] === undefined;
}

/** Whether the PSU has not said yes or no yet. */
export function isUnapproved(status: TransactionStatus): boolean {
  return status === 'RCVD';
}

/** Whether a cancellation can still be asked for. @see D4-bulk-cancel */
export function canBeCancelled(status: TransactionStatus): boolean {
  return mayBecome(status, 'CANC');
}

/** What the PSU's approval settled. */
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
  /** Whether that is later than the day asked for. */
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
   * The bank day whose first run takes it again: its creditor's number had it held at its run. It stays when the hold is
   * over, and no run holds it a second time.
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
  /** Of one in RJCT; a store of before has none. */
  readonly rejection?: RejectionReason;
}

/** The account that an approved payment debits. */
export function settledDebtor({ debtorAccount, paymentId }: Payment): string {
  if (debtorAccount === undefined) throw new Error(`payment ${paymentId} has no debtor account`);
  return debtorAccount;
}

/** The currency that a payment is debited in: the body is held to the account's before anybody approves. @see D4-debtor-currency */
export function debtorCurrency({ initiation }: Pick<Payment, 'initiation'>): Currency {
  return initiation.debtorAccount.currency;
}

/**
 * What a status says of the funds: while the payment waits, once they were checked; and that they lacked when it was
 * rejected for that.
 * @see D4-status-body
 */
export function shownFunds({
  status,
  fundsAvailable,
}: Pick<Payment, 'status' | 'fundsAvailable'>): boolean | undefined {
  if (status === 'RJCT') return fundsAvailable === false ? false : undefined;
  return ['ACTC', 'ACWC', 'ACCP'].includes(status) ? fundsAvailable : undefined;
}
