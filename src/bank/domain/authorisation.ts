import type { ScaStatus } from '../../values/statuses.ts';

/** One strong customer authentication, of a payment or of a session alone. @see decisions.md §6 */
export interface Authorisation {
  readonly sequence: bigint;
  readonly authorisationId: string;
  readonly tpp: string;
  readonly tppSessionId: string;
  /** TPP-Redirect-URI: where the PSU is sent afterwards. */
  readonly redirectUri: string;
  /** customerNumber, when a header settled it. */
  readonly psu?: string;
  /** Absent when the SCA makes a session and approves nothing. */
  readonly paymentId?: string;
  readonly scaStatus: ScaStatus;
  /** The link's secret: random, never from the seed (safety.md §8). */
  readonly secret: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly createdAt: number;
}
