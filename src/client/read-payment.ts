import type { PaymentStatus } from '../wire/payment.ts';
import { bareOperation } from './bare-operation.ts';
import type { ProductPath } from './payment-kind.ts';

export interface PaymentReference extends ProductPath {
  readonly paymentId: string;
}

/** @see decisions.md §4 Read body */
export const readPayment = bareOperation<PaymentReference, Record<string, unknown>>('read payment');

/** @see interface.md Payment status; decisions.md §4 Status body */
export const readPaymentStatus = bareOperation<PaymentReference, PaymentStatus>('read payment status');
