import type { Route } from './route.ts';

type Requirements = Pick<Route, 'required' | 'requiredOneOf' | 'corporateIdRequired'>;

/**
 * The rows of the header matrix: what an operation requires besides Date, X-Request-ID,
 * TPP-Signature-Certificate and Signature, which all do.
 * @see interface.md Required headers per operation
 * @see decisions.md §3
 */
export const PAYMENT_CREATION: Requirements = {
  required: ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-IP-Address'],
  requiredOneOf: ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Context'],
  corporateIdRequired: true,
};

export const PAYMENT_READ: Requirements = {
  required: ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI'],
  corporateIdRequired: true,
};

/** A POST or DELETE of a payment or basket that is there already. */
export const PAYMENT_ACT: Requirements = {
  ...PAYMENT_READ,
  required: [...PAYMENT_READ.required, 'PSU-IP-Address'],
};

/** Every sandbox operation; which of them need a Digest is in the table of operations. */
export const SANDBOX: Requirements = {
  required: [],
  corporateIdRequired: false,
};
