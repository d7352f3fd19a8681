import type { Currency } from '../values/currencies.ts';
import type { TransactionStatus } from '../values/statuses.ts';
import type { TppMessage } from './errors.ts';
import type { Links } from './link.ts';

/** Money as answers carry it; a JSON number before amount-as-string was the default (D3-accept-fix-default). */
export interface Amount {
  readonly amount: string | number;
  readonly currency: Currency;
}

/** @see I-creation-response */
export interface PaymentCreated {
  readonly paymentId: string;
  readonly transactionStatus: TransactionStatus;
  /** Total fee including any currency-conversion fee. */
  readonly transactionFees?: Amount;
  readonly transactionFeeIndicator?: boolean;
  readonly tppMessages?: readonly TppMessage[];
  /** At most 512 characters, to show to the PSU. */
  readonly psuMessage?: string;
  readonly _links?: Links;
}

/** How a payment stands, or one of a bulk. */
export interface PaymentStanding {
  readonly transactionStatus: TransactionStatus;
  readonly paymentId: string;
  /** With ACTC, ACWC, ACCP once checked, and false with an RJCT for lack of funds. */
  readonly fundsAvailable?: boolean;
}

/** @see D4-status-body */
export interface PaymentStatus extends PaymentStanding {
  /** Of a bulk. */
  readonly payments?: readonly PaymentStanding[];
  readonly psuMessage?: string;
  /** Why it is rejected; of payments of a bulk, each by its place. */
  readonly tppMessages?: readonly TppMessage[];
  readonly _links: Links;
}
