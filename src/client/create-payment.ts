import type { PaymentCreated } from '../wire/payment.ts';
import { JSON_BODY, type Operation, pathOf, rowOf, sessionHeaders } from './operation.ts';
import { KINDS, type PaymentKind } from './payment-kind.ts';

export interface CreatePayment {
  readonly kind: PaymentKind;
  /** The exact bytes to send. */
  readonly body: Uint8Array;
  /** The row of each payment, if they came as CSV. */
  readonly rows?: readonly number[] | undefined;
  readonly allowLogicalDuplicate: boolean;
}

/** @see I-payment-creation, D1-services */
export const createPayment: Operation<CreatePayment, PaymentCreated> = {
  ...rowOf<PaymentCreated>('create payment'),
  request: ({ kind, body, allowLogicalDuplicate }, context) => ({
    method: createPayment.method,
    target:
      pathOf(context, createPayment.path, KINDS[kind]) +
      (allowLogicalDuplicate ? '?allowLogicalDuplicate=true' : ''),
    headers: [...sessionHeaders(context), JSON_BODY],
    body,
  }),
};
