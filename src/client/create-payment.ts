import type { PaymentCreated } from '../wire/payment.ts';
import { JSON_BODY, jsonObject, type Operation, pathOf, paymentHeaders } from './operation.ts';

export interface CreatePayment {
  readonly product: string;
  /** The exact bytes to send. */
  readonly body: Uint8Array;
  readonly allowLogicalDuplicate: boolean;
}

/** @see interface.md Payment creation */
export const createPayment: Operation<CreatePayment, PaymentCreated> = {
  operation: 'create payment',
  method: 'POST',
  path: '/v1/payments/{product}',
  request: ({ product, body, allowLogicalDuplicate }, context) => ({
    method: createPayment.method,
    target:
      pathOf(context, createPayment.path, { product }) +
      (allowLogicalDuplicate ? '?allowLogicalDuplicate=true' : ''),
    headers: [...paymentHeaders(context), JSON_BODY],
    body,
  }),
  resource: (response) => jsonObject(response) as unknown as PaymentCreated,
};
