import * as z from 'zod/mini';
import type {
  AuthorisationList,
  AuthorisationStarted,
  AuthorisationStatus,
  CancellationPending,
} from '../authorisation.ts';
import { boolean } from '../field.ts';
import type { FeeInformation } from '../instant-payment.ts';
import type { PaymentCreated, PaymentStanding, PaymentStatus } from '../payment.ts';
import { messages } from './message.ts';
import { amount, answer, answerAs, filled, links, list, text } from './shape.ts';

/** @see I-creation-response */
export const paymentCreated = answerAs<PaymentCreated>({
  paymentId: filled,
  transactionStatus: filled,
  transactionFees: z.optional(amount),
  transactionFeeIndicator: z.optional(boolean()),
  tppMessages: messages,
  psuMessage: z.optional(text),
  _links: z.optional(links),
});

const fundsAvailable = z.optional(boolean());

/** The interface publishes no shape of a status but the status itself. @see I-payment-status, D4-status-body */
export const paymentStatus = answerAs<PaymentStatus>({
  transactionStatus: filled,
  paymentId: z.optional(filled),
  fundsAvailable,
  payments: z.optional(
    list(answerAs<PaymentStanding>({ transactionStatus: filled, paymentId: filled, fundsAvailable })),
  ),
  psuMessage: z.optional(text),
  tppMessages: messages,
  _links: z.optional(links),
});

/** The initiation stands beside it as it was sent. @see D4-read-body */
export const paymentRead = answer({
  transactionStatus: filled,
  paymentId: z.optional(filled),
  tppMessages: messages,
  _links: z.optional(links),
}) as unknown as z.ZodMiniType<Record<string, unknown>>;

/** @see D4-cancel */
export const cancellationPending = answerAs<CancellationPending>({
  transactionStatus: filled,
  _links: links,
});

/** @see D4-fee-information */
export const feeInformation = answerAs<FeeInformation>({
  transactionFees: amount,
  transactionFeeIndicator: boolean(),
});

/** The id stands in the scaStatus link too, and the interface's own answer has that alone. @see D5-authorisation */
export const authorisationStarted = answerAs<AuthorisationStarted>({
  scaStatus: filled,
  authorisationId: z.optional(filled),
  _links: links,
});

/** @see D1-authorisations */
export const authorisationList = answerAs<AuthorisationList>({ authorisationIds: list(filled) });

/** @see D1-authorisations */
export const authorisationStatus = answerAs<AuthorisationStatus>({
  scaStatus: filled,
  _links: z.optional(links),
});
