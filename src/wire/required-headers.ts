import type { Operation } from './operations.ts';

export interface Requirements {
  /** What must be there besides Date, X-Request-ID, certificate and Signature. */
  readonly required: readonly string[];
  /** At least one of these must be there; the first is named when none is. */
  readonly requiredOneOf?: readonly string[];
  /** Whether a corporate user must send PSU-Corporate-ID. @see D3-corporate-user */
  readonly corporateIdRequired: boolean;
  /** Tells whether X-PSU-IDENTITY of a company counts as a corporate user. @see D3-identity-person */
  readonly identityIsPerson?: true;
}

/**
 * The rows of the header matrix: what an operation requires besides Date, X-Request-ID,
 * TPP-Signature-Certificate and Signature, which all do.
 * @see I-headers-required, I-basket-authorisation-headers
 * @see D3-payment-operations, D3-information-operations
 */
const PAYMENT_CREATION: Requirements = {
  required: ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-IP-Address'],
  requiredOneOf: ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Context'],
  corporateIdRequired: true,
};

const CREATION: Requirements = { ...PAYMENT_CREATION, identityIsPerson: true };

/** @see D3-required-reading, D3-optional-reading */
const PAYMENT_READ: Requirements = {
  required: ['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI'],
  corporateIdRequired: true,
};

/** A POST or DELETE of a payment or basket that is there already. @see D3-required-reading, D3-basket-operations */
const PAYMENT_ACT: Requirements = {
  ...PAYMENT_READ,
  required: [...PAYMENT_READ.required, 'PSU-IP-Address'],
};

const OF_SESSION = ['TPP-Session-ID', 'TPP-Redirect-URI'];
/** @see D3-identity-everywhere */
const NAMED = ['PSU-ID', 'X-PSU-IDENTITY'];

/** Only PSU-ID counts here. @see I-basket-authorisation-headers, D3-basket-authorisation-psu */
const BASKET_AUTHORISATION: Requirements = {
  ...PAYMENT_ACT,
  required: [...PAYMENT_ACT.required, 'PSU-ID'],
};

/** Accounts and card accounts in lists: without a PSU it is the SCA that is missing. */
const ACCOUNT_LIST: Requirements = { required: OF_SESSION, corporateIdRequired: true };

/** One account or card account, and what is below it. */
const ONE_ACCOUNT: Requirements = { ...ACCOUNT_LIST, requiredOneOf: NAMED };

/** The user, and the calls that ask for a consent. */
const PSU: Requirements = { required: OF_SESSION, corporateIdRequired: false };

const AGREEMENTS: Requirements = { ...PSU, requiredOneOf: NAMED };

/**
 * Every sandbox operation; which of them need a Digest is in the table of operations.
 * @see I-sandbox-operations, D3-required-sandbox
 */
const SANDBOX: Requirements = {
  required: [],
  corporateIdRequired: false,
};

/** The row of an operation in the header matrix. @see D3-header-matrix */
export function requirementsOf({ door, name, method, path }: Operation): Requirements {
  if (door !== 'interface' || /^\/v1\/(?:sandbox|tpps)\//.test(path)) return SANDBOX;
  if (name === 'create payment') return CREATION;
  if (name === 'read fee information') return PAYMENT_CREATION;
  if (name === 'start basket authorisation') return BASKET_AUTHORISATION;
  if (/^\/v1\/(?:\{service\}|signing-baskets)/.test(path))
    return method === 'GET' ? PAYMENT_READ : PAYMENT_ACT;
  if (/^\/v1\/(?:card-)?accounts/.test(path)) return path.includes('{') ? ONE_ACCOUNT : ACCOUNT_LIST;
  return path === '/v1/agreements' ? AGREEMENTS : PSU;
}
