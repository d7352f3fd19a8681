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
    text: 'three wrong numbers were given',
    psuMessage: 'The payment was rejected: three wrong customer numbers were given.',
  },
  expired: {
    status: 401,
    code: 'SCA_EXPIRED',
    text: 'it was not authorised in time',
    psuMessage: 'The payment was rejected: it was not approved in time.',
  },
  'not-theirs': {
    status: 401,
    code: 'PSU_CREDENTIALS_INVALID',
    text: 'the debtor account is not for this PSU to sign for',
    psuMessage: "The payment was rejected: you can't pay from its account.",
  },
  'other-currency': {
    status: 400,
    code: 'FORMAT_ERROR',
    text: "debtorAccount.currency is not the account's",
    psuMessage: 'The payment was rejected: its account has another currency.',
  },
  'no-right': {
    status: 403,
    code: 'FORBIDDEN',
    text: 'the bank has taken the right to pay from this account through the interface away',
    psuMessage: "The payment was rejected: its account can't be paid from through other services.",
  },
  'no-funds': {
    status: 400,
    code: 'PAYMENT_FAILED',
    text: 'insufficient funds',
    psuMessage: 'The payment was rejected: insufficient funds.',
  },
  fault: {
    status: 500,
    code: 'SYSTEM_ERROR',
    text: 'the bank has a fault of its own',
    psuMessage: 'The payment was rejected: something went wrong at the bank.',
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
    text: 'the creditor is an outcome account of the sandbox, whose payments are rejected',
    psuMessage: 'The payment was rejected: payments to this creditor account always are.',
  },
  'account-deleted': {
    status: 400,
    code: 'BAD_REQUEST',
    text: 'the debtor account was deleted',
    psuMessage: 'The payment was rejected: its account was deleted.',
  },
  'customer-deleted': {
    status: 400,
    code: 'BAD_REQUEST',
    text: 'the customer who was to approve it, or the owner of the agreement, was deleted',
    psuMessage: 'The payment was rejected: who was to approve it is no customer of the bank any more.',
  },
};
