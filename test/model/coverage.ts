/** What the histories have reached, counted. */

/** The 30 of decisions.md §4. */
export const EDGES: readonly string[] = Object.entries({
  RCVD: 'ACTC ACWC PDNG RJCT CANC',
  ACTC: 'ACCP ACWC PDNG RJCT CANC',
  ACWC: 'ACCP PDNG RJCT CANC',
  ACCP: 'ACSP PDNG RJCT CANC',
  PDNG: 'ACTC ACCP ACSP RJCT CANC',
  ACSP: 'ACSC ACWP PDNG RJCT CANC',
  ACWP: 'ACSC RJCT',
}).flatMap(([from, to]) => to.split(' ').map((one) => `${from} → ${one}`));

/** Every refusal that the life of a domestic payment has, by status and code. @see decisions.md §2 */
export const REFUSALS: readonly string[] = [
  ...['FORMAT_ERROR', 'HTTP_HEADER_REQUIRED', 'BAD_REQUEST', 'RESOURCE_UNKNOWN'].map((code) => `400 ${code}`),
  ...['KID_MISSING', 'KID_INVALID', 'EXECUTION_DATE_INVALID', 'PAYMENT_FAILED'].map((code) => `400 ${code}`),
  ...['401 PSU_CREDENTIALS_INVALID', '403 PRODUCT_INVALID'],
  ...['404 NOT_FOUND', '404 RESOURCE_UNKNOWN', '404 PRODUCT_UNKNOWN'],
  ...['405 BAD_REQUEST', '406 BAD_REQUEST', '413 BAD_REQUEST', '415 BAD_REQUEST'],
  ...['409 CONFLICT', '429 ACCESS_EXCEEDED', '503 SYSTEM_ERROR'],
];

/** Where a PSU is sent after an SCA. @see decisions.md §6 Failure redirects */
export const REDIRECTS: readonly string[] = [
  ...['redirect ok', 'redirect 401 SCA_INVALID', 'redirect 401 PSU_CREDENTIALS_INVALID'],
  ...['redirect 400 PAYMENT_FAILED', 'redirect 409 CONFLICT', 'redirect 500 SYSTEM_ERROR'],
];

/** The codes of interface.md, Errors. */
export const CODES: readonly string[] = [
  ...['SYSTEM_ERROR', 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'HTTP_HEADER_REQUIRED'],
  ...['QUERY_PARAMETER_REQUIRED', 'SCA_NOT_FOUND', 'SCA_EXPIRED', 'SCA_INVALID', 'FORMAT_ERROR'],
  ...['RESOURCE_UNKNOWN', 'PSU_CREDENTIALS_INVALID', 'CONSENT_UNKNOWN', 'CONSENT_INVALID', 'CONSENT_EXPIRED'],
  ...[
    'ACCESS_EXCEEDED',
    'PRODUCT_UNKNOWN',
    'PRODUCT_INVALID',
    'KID_MISSING',
    'KID_INVALID',
    'PAYMENT_FAILED',
  ],
  ...['EXECUTION_DATE_INVALID', 'REFERENCE_MIX_INVALID'],
];

/** Codes of interface.md that no history here can reach, and why. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  QUERY_PARAMETER_REQUIRED: 'only lists of transactions have a query that is required',
  SCA_NOT_FOUND: 'no payment operation needs an SCA in the session (decisions.md §3)',
  SCA_EXPIRED:
    'said by the link of the authorisation site when it is opened too late; the histories play no browser',
  FORBIDDEN:
    "a certificate's role is a warning in the sandbox (decisions.md §12); no payment right can be taken away",
  CONSENT_UNKNOWN: 'account information only: no consent is needed to pay (decisions.md §4)',
  CONSENT_INVALID: 'account information only',
  CONSENT_EXPIRED: 'account information only',
  REFERENCE_MIX_INVALID: 'signing baskets only',
};

/** SCA states that the operator's acts come to; the others are steps between two pages of the site. */
export const SCA_STATES: readonly string[] = ['RECEIVED', 'STARTED', 'FINALISED', 'FAILED', 'EXEMPTED'].map(
  (status) => `SCA ${status}`,
);

export class Coverage {
  readonly #counts = new Map<string, number>();

  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** What was reached less often than wanted, and how often. */
  below(least: number, wanted: readonly string[]): string[] {
    return wanted
      .filter((what) => (this.#counts.get(what) ?? 0) < least)
      .map((what) => `${what}: ${this.#counts.get(what) ?? 0}`);
  }
}
