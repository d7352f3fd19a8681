import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { Links } from './link.ts';

/** Answer of a started authorisation, of a payment or of its cancellation. @see D1-authorisations, D5-authorisation, D6-payment-right */
export interface AuthorisationStarted {
  readonly scaStatus: ScaStatus;
  readonly authorisationId: string;
  /** scaRedirect and scaStatus; no scaRedirect when it has ended. */
  readonly _links: Links;
}

/** @see D1-authorisations */
export interface AuthorisationList {
  readonly authorisationIds: readonly string[];
}

/** @see D1-authorisations */
export interface AuthorisationStatus {
  readonly scaStatus: ScaStatus;
  readonly _links: Links;
}

/** A DELETE of a payment that is authorised and not booked: its cancellation needs an SCA. @see D4-cancel */
export interface CancellationPending {
  readonly transactionStatus: TransactionStatus;
  /** startAuthorisation, self, status. */
  readonly _links: Links;
}
