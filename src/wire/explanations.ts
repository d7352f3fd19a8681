import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { ErrorCode } from './errors.ts';

/** The meaning of a code, and its remedy. */
export interface Explanation {
  readonly means: string;
  readonly next: string;
}

const READ_PATHS = "The message's path names the field, header or query parameter to change.";

/**
 * Explanations of every code of the interface.
 * @see I-error-codes
 * @see D2-status-codes
 */
export const BANK_EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  SYSTEM_ERROR: {
    means: 'the bank has an internal error or is busy',
    next: 'Check whether it was done anyway, then run the command again.',
  },
  BAD_REQUEST: {
    means: "the signature, digest, certificate, media type or JSON isn't acceptable",
    next: "Read the message's text. It begins with the finding.",
  },
  FORBIDDEN: {
    means: 'the certificate lacks the role, or payments from the account are blocked',
    next: "Check the certificate's roles, and whether you can pay from the account.",
  },
  NOT_FOUND: { means: 'the bank has no operation at this path', next: "Check the profile's base URL." },
  CONFLICT: {
    means: "a duplicate, a wrong state, or a number that's taken",
    next: 'For a duplicate, change the reference or add --allow-duplicate. For a wrong state, read the status first.',
  },
  HTTP_HEADER_REQUIRED: {
    means: 'a required header is missing',
    next: 'Send the header shown in the path. For the PSU, use --as.',
  },
  QUERY_PARAMETER_REQUIRED: { means: 'a required query parameter is missing', next: READ_PATHS },
  SCA_NOT_FOUND: { means: 'this session has no SCA', next: 'Open the scaRedirect link and authorise.' },
  SCA_EXPIRED: {
    means: 'the SCA is more than an hour old',
    next: 'Open the scaRedirect link and authorise again.',
  },
  SCA_INVALID: { means: 'the PSU declined', next: 'Ask the PSU, then start again.' },
  FORMAT_ERROR: { means: "a value isn't in the format the interface requires", next: READ_PATHS },
  RESOURCE_UNKNOWN: {
    means: "this TPP and PSU have no such resource (a domestic payment can be read once it's approved)",
    next: 'Check the id and the product, and that the PSU has approved the payment.',
  },
  PSU_CREDENTIALS_INVALID: {
    means: "the bank doesn't know the PSU, or not for this TPP",
    next: 'Check --as, or open the scaRedirect link so that the bank identifies the PSU.',
  },
  CONSENT_UNKNOWN: { means: "the PSU hasn't given consent yet", next: 'Open the scaRedirect link.' },
  CONSENT_INVALID: {
    means: "the consent was revoked or doesn't include this account",
    next: 'Open the scaRedirect link.',
  },
  CONSENT_EXPIRED: { means: 'the last SCA is more than 180 days old', next: 'Open the scaRedirect link.' },
  ACCESS_EXCEEDED: {
    means: 'the four calls in 24 hours without the PSU are used up, or too many authorisations are open',
    next: 'Call with PSU-IP-Address while the PSU is there. Finish open authorisations, or wait until they end.',
  },
  PRODUCT_UNKNOWN: {
    means: "there's no payment product with this name",
    next: 'Check the product in the path.',
  },
  PRODUCT_INVALID: {
    means: "the bank doesn't offer this product here",
    next: 'Use another payment product.',
  },
  KID_MISSING: { means: 'the creditor account requires a KID', next: 'Add --kid.' },
  KID_INVALID: {
    means: "the creditor account doesn't accept this KID",
    next: "Check its digits and length, or remove it if the creditor doesn't use KIDs.",
  },
  PAYMENT_FAILED: { means: 'insufficient funds', next: 'Lower the amount, or add money to the account.' },
  EXECUTION_DATE_INVALID: {
    means: 'the execution date is in the past or more than 365 days ahead',
    next: "Change --date, or remove it to use the bank's next run.",
  },
  REFERENCE_MIX_INVALID: {
    means: "these payments can't be in one basket",
    next: 'Remove bulk and periodic payments, and payments of other PSUs.',
  },
};

/** Returns the explanation of a code; undefined for a code that no document names. */
export function explainBankCode(code: string): Explanation | undefined {
  return Object.hasOwn(BANK_EXPLANATIONS, code) ? BANK_EXPLANATIONS[code as ErrorCode] : undefined;
}

/**
 * Meanings of statuses, shown with the code.
 * @see I-transaction-status, I-sca-status
 * @see D4-transitions
 * @see C-status-words
 */
export const TRANSACTION_STATUSES: Readonly<Record<TransactionStatus, Explanation>> = {
  RCVD: {
    means: 'received: waiting for its PSU to authorise it',
    next: 'Ask the PSU to authorise it: open its scaRedirect link, or run psd2 payments authorise ID',
  },
  ACTC: {
    means: 'authorised: not booked yet',
    next: 'Wait for the next run. In a sandbox: psd2 sandbox batch run',
  },
  ACWC: {
    means: 'authorised, but moved to another day: not booked yet',
    next: "Wait for that day's run. To see the day: psd2 payments get ID",
  },
  ACCP: {
    means: 'waiting for money: the next run tries again',
    next: "Add money to the account before the day's last run. Otherwise that run rejects the payment.",
  },
  ACSP: { means: 'being executed', next: 'Nothing. Read the status again later.' },
  ACWP: { means: 'on its way: not with the creditor yet', next: 'Nothing. Read the status again later.' },
  ACSC: { means: 'booked', next: "Nothing. It's final." },
  PDNG: {
    means: 'held by the bank',
    next: 'Wait for the bank. In a sandbox: psd2 sandbox payment release ID',
  },
  RJCT: { means: 'rejected', next: 'See why with psd2 status ID, then create a new payment.' },
  CANC: { means: 'cancelled', next: "Nothing. It's final." },
  PART: {
    means: 'its payments have different outcomes',
    next: 'Read the status of each payment: psd2 payments get ID',
  },
};

/** @see I-sca-status */
export const SCA_STATUSES: Readonly<Record<ScaStatus, Explanation>> = {
  RECEIVED: { means: 'started: waiting for the PSU', next: 'Send the PSU to the scaRedirect link.' },
  PSU_IDENTIFIED: { means: 'the PSU is identified', next: 'Wait for the PSU to finish at the bank.' },
  PSU_AUTHENTICATED: { means: 'the PSU is authenticated', next: 'Wait for the PSU to finish at the bank.' },
  SCA_METHOD_SELECTED: {
    means: 'the PSU has chosen how to confirm',
    next: 'Wait for the PSU to finish at the bank.',
  },
  STARTED: { means: 'the PSU is asked to confirm', next: 'Wait for the PSU to finish at the bank.' },
  FINALISED: { means: 'confirmed by the PSU', next: 'Nothing. Read the status of what it approves.' },
  FAILED: {
    means: 'ended without approval',
    next: 'See why in the status of what it was for, then start again.',
  },
  EXEMPTED: { means: 'no SCA needed', next: "Nothing. Read the payment's status." },
};

const MEANINGS: Readonly<Record<string, Explanation>> = { ...TRANSACTION_STATUSES, ...SCA_STATUSES };

/** Returns the meaning of a status; undefined for a status that no document names, which is shown unchanged. */
export function meaningOfStatus(status: string): string | undefined {
  return Object.hasOwn(MEANINGS, status) ? MEANINGS[status]?.means : undefined;
}

/** The words of statuses in lists. @see C-short-status */
const WORDS: Readonly<Record<TransactionStatus, string>> = {
  ...{ RCVD: 'received', ACTC: 'authorised', ACWC: 'moved', ACCP: 'no money', ACSP: 'executing' },
  ...{ ACWP: 'on its way', ACSC: 'booked', PDNG: 'held', RJCT: 'rejected', CANC: 'cancelled', PART: 'mixed' },
};

/** Returns the short word of a transaction status; undefined for another text. */
export function getStatusWord(status: string): string | undefined {
  return Object.hasOwn(WORDS, status) ? WORDS[status as TransactionStatus] : undefined;
}

/** Formats a status within a sentence: `ACSC (booked)`. */
export function statusInSentence(status: string): string {
  const meaning = meaningOfStatus(status);
  return meaning === undefined ? status : `${status} (${meaning})`;
}

const SEND_AGAIN =
  'Try again later. For a write, send the same X-Request-ID: psd2 payments resume REQUEST-ID';

/**
 * Explanations of the HTTP statuses with which the bank, the served bank or the proxy refuses.
 * @see D2-status-codes
 */
export const HTTP_STATUSES: Readonly<Record<number, Explanation>> = {
  400: {
    means: 'the request is wrong: its signature, a header, a query parameter or a value in the body',
    next: "Read the code and path of the answer's message. For a signature: psd2 verify FILE",
  },
  401: {
    means: 'an SCA or consent is missing or too old, or the bank does not know the PSU',
    next: 'Open the scaRedirect link of the answer, then send the request again.',
  },
  403: {
    means: "the certificate or the PSU isn't allowed to do this, or the bank doesn't offer the product",
    next: "Check the certificate's roles (psd2 cert inspect), and whether the PSU may pay from the account.",
  },
  404: {
    means: 'the bank has no such operation or product, or this TPP and PSU have no such resource',
    next: "Check the path, the product and the id, and the profile's base URL: psd2 profile show",
  },
  405: {
    means: 'the path exists, but not with this method',
    next: 'Use a method that the Allow header names.',
  },
  406: { means: 'the bank answers only in JSON', next: 'Send Accept: application/json, or no Accept.' },
  409: {
    means: 'a duplicate, a wrong state, or an X-Request-ID that was used for another request',
    next: 'Read the status of the resource. For a new request, use a new X-Request-ID.',
  },
  413: { means: 'the body is too large', next: 'Split the bulk payment.' },
  415: {
    means: "the body's media type, charset or compression isn't supported",
    next: 'Send uncompressed JSON with Content-Type: application/json.',
  },
  421: {
    means: 'the request was sent to a host name that this server does not have',
    next: 'Use the URL that psd2 serve printed.',
  },
  429: {
    means:
      'too many requests: the four calls in 24 hours without the PSU are used up, or too many SCAs are open',
    next: 'While the PSU is there, send PSU-IP-Address. Otherwise wait.',
  },
  500: {
    means: 'the bank has an internal error: the outcome of a write is unknown',
    next: SEND_AGAIN,
  },
  502: { means: "the proxy couldn't reach the bank, or got no valid answer", next: SEND_AGAIN },
  503: { means: 'the bank is busy or closed for a while', next: SEND_AGAIN },
  504: {
    means: "the bank didn't answer the proxy in time: the outcome of a write is unknown",
    next: SEND_AGAIN,
  },
};
