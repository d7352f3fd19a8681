import { createHash } from 'node:crypto';
import { KINDS, type Kind } from './model/products.ts';

/** What the histories have reached, counted. */

function edges(table: Readonly<Record<string, string>>): string[] {
  return Object.entries(table).flatMap(([from, to]) => to.split(' ').map((one) => `${from} → ${one}`));
}

/** The 30 of D4-transitions. */
export const EDGES: readonly string[] = edges({
  RCVD: 'ACTC ACWC PDNG RJCT CANC',
  ACTC: 'ACCP ACWC PDNG RJCT CANC',
  ACWC: 'ACCP PDNG RJCT CANC',
  ACCP: 'ACSP PDNG RJCT CANC',
  PDNG: 'ACTC ACCP ACSP RJCT CANC',
  ACSP: 'ACSC ACWP PDNG RJCT CANC',
  ACWP: 'ACSC RJCT',
});

/** The transitions that each kind of payment can take, of a bulk each item. @see D4-transitions */
const EDGES_OF_KINDS: Readonly<Record<Kind, readonly string[]>> = {
  domestic: EDGES,
  // What goes abroad is never booked at once.
  'cross-border': EDGES.filter((edge) => edge !== 'ACSP → ACSC'),
  bulk: EDGES,
  // Rests only where the operator has it rest.
  instant: edges({
    RCVD: 'ACTC PDNG RJCT CANC',
    ACTC: 'ACCP',
    ACCP: 'ACSP',
    PDNG: 'ACSP RJCT CANC',
    ACSP: 'ACSC ACWP',
    ACWP: 'ACSC RJCT',
  }),
  periodic: edges({ RCVD: 'ACTC PDNG RJCT CANC', ACTC: 'PDNG RJCT CANC', PDNG: 'ACTC RJCT CANC' }),
};

/** As they are counted: `bulk ACSP → ACSC`. */
export const KINDS_EDGES: readonly string[] = KINDS.flatMap((kind) =>
  EDGES_OF_KINDS[kind].map((edge) => `${kind} ${edge}`),
);

/** What a basket shows: the worst of its payments, or that it is deleted. @see D5-basket-status */
export const BASKET_STATUSES: readonly string[] = ['RCVD', 'ACTC', 'ACWP', 'ACSC', 'RJCT', 'CANC'].map(
  (status) => `basket ${status}`,
);

/** What only a bulk shows: its items have ended, and not alike. */
export const PART = 'answer PART';

/** Every refusal that the life of a payment or basket has, and account information, by status and code. @see D2-status-codes */
export const REFUSALS: readonly string[] = [
  ...['FORMAT_ERROR', 'HTTP_HEADER_REQUIRED', 'RESOURCE_UNKNOWN'].map((code) => `400 ${code}`),
  ...['KID_MISSING', 'KID_INVALID', 'EXECUTION_DATE_INVALID', 'PAYMENT_FAILED'].map((code) => `400 ${code}`),
  ...['400 REFERENCE_MIX_INVALID', '401 PSU_CREDENTIALS_INVALID', '403 FORBIDDEN'],
  '404 RESOURCE_UNKNOWN',
  ...['409 CONFLICT', '429 ACCESS_EXCEEDED', '503 SYSTEM_ERROR'],
  ...['SCA_NOT_FOUND', 'SCA_EXPIRED', 'SCA_INVALID'].map((code) => `401 ${code}`),
  ...['CONSENT_UNKNOWN', 'CONSENT_INVALID', 'CONSENT_EXPIRED'].map((code) => `401 ${code}`),
];

/** Where a PSU is sent after an SCA. @see D6-redirect */
export const REDIRECTS: readonly string[] = [
  ...['redirect ok', 'redirect 401 SCA_INVALID', 'redirect 401 PSU_CREDENTIALS_INVALID'],
  ...['redirect 400 PAYMENT_FAILED', 'redirect 409 CONFLICT', 'redirect 500 SYSTEM_ERROR'],
  ...['redirect 400 FORMAT_ERROR', 'redirect 403 FORBIDDEN'],
];

/** Why a payment was rejected, as its status says. @see D4-rejection-reason */
export const REASONS: readonly string[] = [
  ...['SCA_INVALID', 'SCA_EXPIRED', 'PSU_CREDENTIALS_INVALID', 'FORBIDDEN', 'PAYMENT_FAILED', 'FORMAT_ERROR'],
  ...['SYSTEM_ERROR', 'BAD_REQUEST'],
].map((code) => `200 ${code}`);

/** The codes of I-error-codes. */
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

/** Codes of I-error-codes that no history here can reach, and why. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  QUERY_PARAMETER_REQUIRED: 'only lists of transactions have a query that is required',
  NOT_FOUND: 'refused by the path alone: test/bank/refusals',
  PRODUCT_INVALID: 'refused by the path alone: test/bank/refusals',
  PRODUCT_UNKNOWN: 'refused by the path alone: test/bank/refusals',
};

/** SCA states that the operator's acts come to; the others are steps between two pages of the site. */
export const SCA_STATES: readonly string[] = [
  ...['RECEIVED', 'STARTED', 'FINALISED', 'FAILED', 'EXEMPTED'].flatMap((status) => [
    `payment SCA ${status}`,
    `basket SCA ${status}`,
  ]),
  ...['RECEIVED', 'STARTED', 'FINALISED', 'FAILED'].map((status) => `cancellation SCA ${status}`),
  'basket SCA PSU_IDENTIFIED',
  ...['RECEIVED', 'STARTED', 'FINALISED', 'FAILED'].map((status) => `consent SCA ${status}`),
];

export class Coverage {
  readonly #counts = new Map<string, number>();
  readonly #heard = createHash('sha256');
  #histories = 0;
  #answers = 0;

  begin(start: string): void {
    this.#histories += 1;
    this.#heard.update(`${start}\n`);
  }

  /** What an answer says. */
  hear(said: string): void {
    this.#answers += 1;
    this.#heard.update(`${said}\n`);
  }

  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** What was reached less often than wanted, and how often. */
  below(least: number, wanted: readonly string[]): string[] {
    return wanted
      .filter((what) => (this.#counts.get(what) ?? 0) < least)
      .map((what) => `${what}: ${this.#counts.get(what) ?? 0}`);
  }

  /** In one line, which is the same for two runs exactly when all they asked was answered alike. */
  told(): string {
    const counts = JSON.stringify([...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1)));
    const digest = this.#heard.copy().update(counts).digest('hex').slice(0, 16);
    return `${this.#histories} histories, ${this.#answers} answers, coverage ${digest}`;
  }
}
