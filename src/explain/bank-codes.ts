import type { ErrorCode } from '../wire/errors.ts';
import type { Explanation } from './explanation.ts';

const READ_PATHS = "Read the message's path: it names the member, header or query to change.";

/**
 * Every code of the interface in words.
 * @see interface.md Errors, Codes
 * @see decisions.md §2
 */
export const BANK_EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  SYSTEM_ERROR: {
    means: 'the bank has a fault of its own or is busy',
    next: 'See whether it was done after all, then run the command again.',
  },
  BAD_REQUEST: {
    means: 'signature, digest, certificate, media type or JSON is not acceptable',
    next: 'Read the text: it begins with what was found.',
  },
  FORBIDDEN: {
    means: 'the certificate lacks the role, or the payment right was taken away',
    next: 'Check the roles of the certificate and the right to pay from the account.',
  },
  NOT_FOUND: { means: 'the bank has no operation at this path', next: 'Check the base URL of the profile.' },
  CONFLICT: {
    means: 'a logical duplicate, a wrong state, or a number that is taken',
    next: 'Change the reference or send --allow-duplicate; for a state, read it first.',
  },
  HTTP_HEADER_REQUIRED: {
    means: 'a required header is missing',
    next: 'Send the header that the path names; --as names the PSU.',
  },
  QUERY_PARAMETER_REQUIRED: { means: 'a required query parameter is missing', next: READ_PATHS },
  SCA_NOT_FOUND: {
    means: 'there is no SCA in this session',
    next: 'Open the scaRedirect link and authorise.',
  },
  SCA_EXPIRED: {
    means: 'the SCA is more than an hour old',
    next: 'Open the scaRedirect link and authorise again.',
  },
  SCA_INVALID: { means: 'the PSU declined', next: 'Ask the PSU, then start again.' },
  FORMAT_ERROR: { means: 'a value is not of the form that the interface asks for', next: READ_PATHS },
  RESOURCE_UNKNOWN: {
    means:
      'there is no such resource for this TPP and PSU; a domestic payment can be read once it is approved',
    next: 'Check the id and its product, and that the PSU has approved the payment.',
  },
  PSU_CREDENTIALS_INVALID: {
    means: 'the PSU is not known to the bank, or not by this TPP',
    next: 'Check --as, or open the scaRedirect link so that the bank identifies the PSU.',
  },
  CONSENT_UNKNOWN: { means: 'the PSU has given no consent yet', next: 'Open the scaRedirect link.' },
  CONSENT_INVALID: {
    means: 'the consent was revoked or leaves this account out',
    next: 'Open the scaRedirect link.',
  },
  CONSENT_EXPIRED: { means: 'the last SCA is more than 180 days old', next: 'Open the scaRedirect link.' },
  ACCESS_EXCEEDED: {
    means: 'four calls in 24 hours without the PSU are used up, or too many authorisations are open',
    next: 'Call while the PSU is there, with PSU-IP-Address; finish open authorisations, or wait until they end.',
  },
  PRODUCT_UNKNOWN: { means: 'no payment product has this name', next: 'Check the product in the path.' },
  PRODUCT_INVALID: {
    means: 'the bank does not offer this product here',
    next: 'Use another payment product.',
  },
  KID_MISSING: { means: 'the creditor account requires a KID', next: 'Give it with --kid.' },
  KID_INVALID: {
    means: 'the creditor account does not accept this KID',
    next: 'Check its digits and length, or leave it out where the creditor takes none.',
  },
  PAYMENT_FAILED: { means: 'insufficient funds', next: 'Lower the amount, or put money into the account.' },
  EXECUTION_DATE_INVALID: {
    means: 'the execution date is in the past or more than 365 days ahead',
    next: 'Give another --date, or none for the next run.',
  },
  REFERENCE_MIX_INVALID: {
    means: 'these payments can not be in one basket',
    next: 'Leave out bulk and periodic payments and those of other PSUs.',
  },
};

/** The words for a code, or undefined for one that no document names. */
export function explainBankCode(code: string): Explanation | undefined {
  return Object.hasOwn(BANK_EXPLANATIONS, code) ? BANK_EXPLANATIONS[code as ErrorCode] : undefined;
}
