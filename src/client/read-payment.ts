import type { PaymentStatus } from '../wire/payment.ts';
import { jsonObject, NO_BODY, type Operation, pathOf, paymentHeaders } from './operation.ts';

export interface PaymentReference {
  readonly product: string;
  readonly paymentId: string;
}

/** @see decisions.md §4 Read body */
export const readPayment: Operation<PaymentReference, Record<string, unknown>> = {
  operation: 'read payment',
  method: 'GET',
  path: '/v1/payments/{product}/{paymentId}',
  request: (reference, context) => ({
    method: readPayment.method,
    target: pathOf(context, readPayment.path, { ...reference }),
    headers: paymentHeaders(context),
    body: NO_BODY,
  }),
  resource: jsonObject,
};

/** @see interface.md Payment status; decisions.md §4 Status body */
export const readPaymentStatus: Operation<PaymentReference, PaymentStatus> = {
  operation: 'read payment status',
  method: 'GET',
  path: '/v1/payments/{product}/{paymentId}/status',
  request: (reference, context) => ({
    method: readPaymentStatus.method,
    target: pathOf(context, readPaymentStatus.path, { ...reference }),
    headers: paymentHeaders(context),
    body: NO_BODY,
  }),
  resource: (response) => jsonObject(response) as unknown as PaymentStatus,
};
