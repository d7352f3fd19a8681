import type { PaymentStatus } from '../wire/payment.ts';
import { bareOperation } from './bare-operation.ts';
import type { ProductPath } from './payment-kind.ts';

export interface PaymentReference extends ProductPath {
  readonly paymentId: string;
}

/** @see D4-read-body */
export const readPayment = bareOperation<PaymentReference, Record<string, unknown>>('read payment');

/** @see I-payment-status, D4-status-body */
export const readPaymentStatus = bareOperation<PaymentReference, PaymentStatus>('read payment status');
