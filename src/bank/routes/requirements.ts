import type { Route } from './route.ts';

type Requirements = Pick<Route, 'required' | 'requiredOneOf' | 'corporateIdRequired'>;

/**
 * The rows of the header matrix: what an operation requires besides Date, X-Request-ID,
 * TPP-Signature-Certificate and Signature, which all do.
 * @see I-headers-required, I-basket-authorisation-headers
 * @see D3-payment-operations, D3-information-operations
 */
export const PAYMENT_CREATION: Requirements = {
  required: ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-IP-Address'],
  requiredOneOf: ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Context'],
  corporateIdRequired: true,
};

/** @see D3-required-reading, D3-optional-reading */
export const PAYMENT_READ: Requirements = {
  required: ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI'],
  corporateIdRequired: true,
};

/** A POST or DELETE of a payment or basket that is there already. @see D3-required-reading, D3-basket-operations */
export const PAYMENT_ACT: Requirements = {
  ...PAYMENT_READ,
  required: [...PAYMENT_READ.required, 'PSU-IP-Address'],
};

const OF_SESSION = ['TPP-Session-ID', 'TPP-Redirect-URI'];
/** @see D3-identity-everywhere */
const NAMED = ['PSU-ID', 'X-PSU-IDENTITY'];

/** Accounts and card accounts in lists: without a PSU it is the SCA that is missing. */
export const ACCOUNT_LIST: Requirements = { required: OF_SESSION, corporateIdRequired: true };

/** One account or card account, and what is below it. */
export const ONE_ACCOUNT: Requirements = { ...ACCOUNT_LIST, requiredOneOf: NAMED };

/** The user, and the calls that ask for a consent. */
export const PSU: Requirements = { required: OF_SESSION, corporateIdRequired: false };

export const AGREEMENTS: Requirements = { ...PSU, requiredOneOf: NAMED };

/**
 * Every sandbox operation; which of them need a Digest is in the table of operations.
 * @see I-sandbox-operations, D3-required-sandbox
 */
export const SANDBOX: Requirements = {
  required: [],
  corporateIdRequired: false,
};
