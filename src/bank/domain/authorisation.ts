import type { ScaStatus } from '../../values/statuses.ts';
import type { RejectionReason } from './rejection.ts';

/**
 * What an SCA is for: approving a payment or bulk, cancelling an approved one, approving a basket, saying which accounts
 * the TPP may show, or a session alone.
 */
export type Purpose = 'payment' | 'cancellation' | 'basket' | 'consent' | 'session';

export type PsuContext = 'PRIVATE' | 'CORPORATE';

/** Why an SCA failed: what the failure redirect says. @see D6-sca-status */
export type ScaFailure =
  | Exclude<RejectionReason, 'by-operator' | 'outcome-account'>
  | 'booked-meanwhile'
  /** The TPP started another one, cancelled the payment, put it into a basket, or deleted the basket. */
  | 'withdrawn';

/** One strong customer authentication. @see D6-sca-status */
export interface Authorisation {
  readonly sequence: bigint;
  readonly authorisationId: string;
  readonly purpose: Purpose;
  readonly tpp: string;
  /** The organisation of its certificate, for the PSU to read. */
  readonly tppName: string;
  readonly tppSessionId: string;
  /** TPP-Redirect-URI: where the PSU is sent afterwards. */
  readonly redirectUri: string;
  /** customerNumber, when a header settled it: only that number is taken on the page. */
  readonly psu?: string;
  /** Sequence of the payment, bulk or basket; absent when the SCA makes a session and approves nothing. */
  readonly subject?: bigint;
  readonly scaStatus: ScaStatus;
  /** The link's secret: random, never from the seed (S8-secrets). */
  readonly secret: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly createdAt: number;
  /** TPP-Brand-Logging-Information, shown on every page. */
  readonly brand?: string;
  /** TPP-Redirect-Preferred: false. */
  readonly prefersApp: boolean;
  /** The context that the headers settled: the page does not ask for it. */
  readonly givenContext?: PsuContext;
  /** The agreement that PSU-Corporate-ID settled. */
  readonly givenAgreement?: string;
  readonly progress: Progress;
}

/** How far the PSU has come on the page. */
export interface Progress {
  /** customerNumber, once the PSU has identified. */
  readonly identified?: string;
  readonly context?: PsuContext;
  /** agreementId, in the corporate context. */
  readonly agreement?: string;
  /** Ids of the accounts and cards that the PSU has ticked for a consent, in the order of the list. */
  readonly accounts?: readonly string[];
  readonly wrongNumbers: number;
  /** SHA-256 of the cookie of the browser that opened the link first. */
  readonly browser?: string;
  /** How many forms were taken: a form's token is good for one of them. */
  readonly page: number;
  readonly failure?: ScaFailure;
  /** When it came to FINALISED, FAILED or EXEMPTED, of the bank's clock. */
  readonly endedAt?: number;
}

export const UNOPENED: Progress = { wrongNumbers: 0, page: 0 };

/** How long an SCA may be opened and gone through. @see D4-fifteen-minutes */
export const OPEN_MILLISECONDS = 15 * 60 * 1000;

/** Three wrong numbers end an SCA. @see D6-three-numbers */
export const MOST_WRONG_NUMBERS = 3;

/** At most so many open authorisations per TPP, and of them per PSU that is known. @see S9-open-authorisations */
export const MOST_OPEN = { ofTpp: 5_000, ofPsu: 500 } as const;

const ENDED: readonly ScaStatus[] = ['FINALISED', 'FAILED', 'EXEMPTED'];

/** Whether the PSU can still say yes or no. @see D6-final-stays */
export function isOpen({ scaStatus }: Authorisation): boolean {
  return !ENDED.includes(scaStatus);
}

const ORDER: readonly ScaStatus[] = [
  'RECEIVED',
  'PSU_IDENTIFIED',
  'PSU_AUTHENTICATED',
  'SCA_METHOD_SELECTED',
  'STARTED',
];

/** Whether a status of an open SCA is at least another. @see D6-sca-status */
export function hasReached({ scaStatus }: Authorisation, status: ScaStatus): boolean {
  return ORDER.indexOf(scaStatus) >= ORDER.indexOf(status);
}
