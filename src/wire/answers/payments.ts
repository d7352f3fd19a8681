import * as z from 'zod/mini';
import type { ScaStatus, TransactionStatus } from '../../values/statuses.ts';
import { boolean } from '../field.ts';
import type { Links } from '../link.ts';
import { amount, answer, filled, links, list, messages, narrowType, text } from './shape.ts';

const transactionStatus = narrowType<TransactionStatus>(filled);
const scaStatus = narrowType<ScaStatus>(filled);

/** @see I-creation-response */
export const paymentCreated = answer({
  paymentId: filled,
  transactionStatus,
  /** The total fee, including any currency-conversion fee. */
  transactionFees: z.optional(amount),
  transactionFeeIndicator: z.optional(boolean()),
  tppMessages: messages,
  /** At most 512 characters, for display to the PSU. */
  psuMessage: z.optional(text),
  _links: z.optional(links),
});
export type PaymentCreated = z.infer<typeof paymentCreated>;

/** The status of one payment of a bulk. */
const paymentStanding = answer({
  transactionStatus,
  paymentId: filled,
  /** True with ACTC, ACWC, ACCP once checked, and false with an RJCT for lack of funds. */
  fundsAvailable: z.optional(boolean()),
});
export type PaymentStanding = z.infer<typeof paymentStanding>;

/**
 * The status of a payment. The interface publishes no member of it but the status itself. @see I-payment-status,
 * D4-status-body
 */
export const paymentStatus = answer({
  transactionStatus,
  paymentId: narrowType<string>(z.optional(filled)),
  fundsAvailable: z.optional(boolean()),
  /** Only of a bulk. */
  payments: z.optional(list(paymentStanding)),
  psuMessage: z.optional(text),
  /** The reasons for a rejection; for payments of a bulk, each by its index. */
  tppMessages: messages,
  _links: narrowType<Links>(z.optional(links)),
});
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** A payment, with its initiation beside it as it was sent. @see D4-read-body */
export const paymentRead = narrowType<Record<string, unknown>>(
  answer({
    transactionStatus: filled,
    paymentId: z.optional(filled),
    tppMessages: messages,
    _links: z.optional(links),
  }),
);

/**
 * The response to a DELETE of a payment that is authorised and not booked: its cancellation needs an SCA.
 * @see D4-cancel
 */
export const cancellationPending = answer({
  transactionStatus,
  /** The links startAuthorisation, self, status. */
  _links: links,
});
export type CancellationPending = z.infer<typeof cancellationPending>;

/** @see D4-fee-information */
export const feeInformation = answer({ transactionFees: amount, transactionFeeIndicator: boolean() });
export type FeeInformation = z.infer<typeof feeInformation>;

/**
 * The response with a started authorisation, of a payment or of its cancellation. The id is also in the scaStatus link,
 * the only place in the interface's own response.
 * @see D1-authorisations, D5-authorisation, D6-payment-right
 */
export const authorisationStarted = answer({
  scaStatus,
  authorisationId: narrowType<string>(z.optional(filled)),
  /** The links scaRedirect and scaStatus; no scaRedirect once the authorisation has ended. */
  _links: links,
});
export type AuthorisationStarted = z.infer<typeof authorisationStarted>;

/** @see D1-authorisations */
export const authorisationList = answer({ authorisationIds: list(filled) });
export type AuthorisationList = z.infer<typeof authorisationList>;

/** @see D1-authorisations */
export const authorisationStatus = answer({ scaStatus, _links: narrowType<Links>(z.optional(links)) });
export type AuthorisationStatus = z.infer<typeof authorisationStatus>;

/** @see D5-basket-created */
export const basketCreated = answer({
  basketId: filled,
  transactionStatus,
  /** The links self, status, startAuthorisation. */
  _links: links,
});
export type BasketCreated = z.infer<typeof basketCreated>;

/** @see D5-basket-read */
export const basketRead = answer({
  /** The paymentIds, in the order of the request. */
  payments: list(filled),
  /** The worst status among its payments (I-basket-worst-case). */
  transactionStatus,
  _links: narrowType<Links>(z.optional(links)),
});
export type BasketRead = z.infer<typeof basketRead>;

/** @see D5-basket-read */
export const basketStatus = answer({ transactionStatus });
export type BasketStatus = z.infer<typeof basketStatus>;
