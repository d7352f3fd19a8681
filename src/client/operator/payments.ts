import type { PaymentMoved } from '../../wire/operator.ts';
import { act } from './act.ts';

export interface HeldPayment {
  readonly paymentId: string;
}

function ofPayment(operation: string, verb: string) {
  return act<HeldPayment, PaymentMoved>(
    operation,
    'POST',
    `/operator/payments/{paymentId}/${verb}`,
    ({ paymentId }) => ({ params: { paymentId } }),
  );
}

/** @see decisions.md §11 Hold, release, reject a payment, settle late */
export const holdPayment = ofPayment('hold payment', 'hold');
export const releasePayment = ofPayment('release payment', 'release');
export const rejectPayment = ofPayment('reject payment', 'reject');
/** Its next booking goes to ACWP. */
export const settlePaymentLate = ofPayment('settle payment late', 'settle-late');
/** Ends ACWP. */
export const settlePayment = ofPayment('settle payment', 'settle');
