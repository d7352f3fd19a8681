import type { CancellationPending } from '../wire/authorisation.ts';
import { NO_BODY, type Operation, pathOf, rowOf, sessionHeaders } from './operation.ts';
import type { PaymentReference } from './read-payment.ts';

/**
 * Undefined when the payment is cancelled (204); else the cancellation needs an SCA of its own (202).
 * @see D4-cancel-sca
 */
export const cancelPayment: Operation<PaymentReference, CancellationPending | undefined> = {
  ...rowOf<CancellationPending | undefined>('cancel payment'),
  request: (reference, context) => ({
    method: cancelPayment.method,
    target: pathOf(context, cancelPayment.path, reference),
    headers: sessionHeaders(context),
    body: NO_BODY,
  }),
};
