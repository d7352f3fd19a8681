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

/** What is said of each reason, by the status of a payment and by the redirect that its PSU is sent back with. */
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
