import type { PaymentStatus } from '../wire/payment.ts';
import { bareOperation } from './bare-operation.ts';
import { hintOfReading } from './payment-hints.ts';
import type { ProductPath } from './payment-kind.ts';

export interface PaymentReference extends ProductPath {
  readonly paymentId: string;
}

const ONE = '/v1/{service}/{product}/{paymentId}';

/** @see decisions.md §4 Read body */
export const readPayment = bareOperation<PaymentReference, Record<string, unknown>>({
  operation: 'read payment',
  method: 'GET',
  path: ONE,
  hint: hintOfReading,
});

/** @see interface.md Payment status; decisions.md §4 Status body */
export const readPaymentStatus = bareOperation<PaymentReference, PaymentStatus>({
  operation: 'read payment status',
  method: 'GET',
  path: `${ONE}/status`,
  hint: hintOfReading,
});
