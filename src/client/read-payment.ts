import type { PaymentStatus } from '../wire/payment.ts';
import { jsonObject, NO_BODY, type Operation, pathOf, paymentHeaders } from './operation.ts';
import { hintOfReading } from './payment-hints.ts';
import type { ProductPath } from './payment-kind.ts';

export interface PaymentReference extends ProductPath {
  readonly paymentId: string;
}

/** The request that reads something of one payment. */
function reading(
  path: string,
): Pick<Operation<PaymentReference, unknown>, 'method' | 'path' | 'request' | 'hint'> {
  return {
    method: 'GET',
    path,
    hint: hintOfReading,
    request: (reference, context) => ({
      method: 'GET',
      target: pathOf(context, path, reference),
      headers: paymentHeaders(context),
      body: NO_BODY,
    }),
  };
}

/** @see decisions.md §4 Read body */
export const readPayment: Operation<PaymentReference, Record<string, unknown>> = {
  operation: 'read payment',
  ...reading('/v1/{service}/{product}/{paymentId}'),
  resource: jsonObject,
};

/** @see interface.md Payment status; decisions.md §4 Status body */
export const readPaymentStatus: Operation<PaymentReference, PaymentStatus> = {
  operation: 'read payment status',
  ...reading('/v1/{service}/{product}/{paymentId}/status'),
  resource: (response) => jsonObject(response) as unknown as PaymentStatus,
};
