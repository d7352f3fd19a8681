import * as z from 'zod/mini';
import type { ScaStatus, TransactionStatus } from '../../values/statuses.ts';
import { boolean } from '../field.ts';
import type { Links } from '../link.ts';
import { amount, answer, filled, links, list, messages, text, typed } from './shape.ts';

const transactionStatus = typed<TransactionStatus>(filled);
const scaStatus = typed<ScaStatus>(filled);

/** @see I-creation-response */
export const paymentCreated = answer({
  paymentId: filled,
  transactionStatus,
  /** Total fee including any currency-conversion fee. */
  transactionFees: z.optional(amount),
  transactionFeeIndicator: z.optional(boolean()),
  tppMessages: messages,
  /** At most 512 characters, to show to the PSU. */
  psuMessage: z.optional(text),
  _links: z.optional(links),
});
export type PaymentCreated = z.infer<typeof paymentCreated>;

/** How a payment of a bulk stands. */
const paymentStanding = answer({
  transactionStatus,
  paymentId: filled,
  /** With ACTC, ACWC, ACCP once checked, and false with an RJCT for lack of funds. */
  fundsAvailable: z.optional(boolean()),
});
export type PaymentStanding = z.infer<typeof paymentStanding>;

/** The interface publishes no shape of a status but the status itself. @see I-payment-status, D4-status-body */
export const paymentStatus = answer({
  transactionStatus,
  paymentId: typed<string>(z.optional(filled)),
  fundsAvailable: z.optional(boolean()),
  /** Only of a bulk. */
  payments: z.optional(list(paymentStanding)),
  psuMessage: z.optional(text),
  /** Why it is rejected; of payments of a bulk, each by its place. */
  tppMessages: messages,
  _links: typed<Links>(z.optional(links)),
});
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** The initiation stands beside it as it was sent. @see D4-read-body */
export const paymentRead = typed<Record<string, unknown>>(
  answer({
    transactionStatus: filled,
    paymentId: z.optional(filled),
    tppMessages: messages,
    _links: z.optional(links),
  }),
);

/** A DELETE of a payment that is authorised and not booked: its cancellation needs an SCA. @see D4-cancel */
export const cancellationPending = answer({
  transactionStatus,
  /** startAuthorisation, self, status. */
  _links: links,
});
export type CancellationPending = z.infer<typeof cancellationPending>;

/** @see D4-fee-information */
export const feeInformation = answer({ transactionFees: amount, transactionFeeIndicator: boolean() });
export type FeeInformation = z.infer<typeof feeInformation>;

/**
 * Answers a started authorisation, of a payment or of its cancellation. The id stands in the scaStatus link too, and the
 * interface's own answer has that alone.
 * @see D1-authorisations, D5-authorisation, D6-payment-right
 */
export const authorisationStarted = answer({
  scaStatus,
  authorisationId: typed<string>(z.optional(filled)),
  /** scaRedirect and scaStatus; no scaRedirect when it has ended. */
  _links: links,
});
export type AuthorisationStarted = z.infer<typeof authorisationStarted>;

/** @see D1-authorisations */
export const authorisationList = answer({ authorisationIds: list(filled) });
export type AuthorisationList = z.infer<typeof authorisationList>;

/** @see D1-authorisations */
export const authorisationStatus = answer({ scaStatus, _links: typed<Links>(z.optional(links)) });
export type AuthorisationStatus = z.infer<typeof authorisationStatus>;

/** @see D5-basket-created */
export const basketCreated = answer({
  basketId: filled,
  transactionStatus,
  /** self, status, startAuthorisation. */
  _links: links,
});
export type BasketCreated = z.infer<typeof basketCreated>;

/** @see D5-basket-read */
export const basketRead = answer({
  /** paymentIds, in the order in which they were given. */
  payments: list(filled),
  /** The worst among its payments (I-basket-worst-case). */
  transactionStatus,
  _links: typed<Links>(z.optional(links)),
});
export type BasketRead = z.infer<typeof basketRead>;

/** @see D5-basket-read */
export const basketStatus = answer({ transactionStatus });
export type BasketStatus = z.infer<typeof basketStatus>;
