import type { ErrorCode } from '../wire/errors.ts';
import type { Explanation } from './explanation.ts';

const READ_PATHS = "The message's path names the field, header or query parameter to change.";

/**
 * Every code of the interface in words.
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
  SCA_NOT_FOUND: {
    means: 'this session has no SCA',
    next: 'Open the scaRedirect link and authorise.',
  },
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

/** The words for a code, or undefined for one that no document names. */
export function explainBankCode(code: string): Explanation | undefined {
  return Object.hasOwn(BANK_EXPLANATIONS, code) ? BANK_EXPLANATIONS[code as ErrorCode] : undefined;
}
