import type { PaymentMoved } from '../../wire/operator.ts';
import type { OperationThatAnswers } from '../answers.ts';
import { act } from './act.ts';

export interface HeldPayment {
  readonly paymentId: string;
}

function ofPayment(operation: OperationThatAnswers<PaymentMoved>) {
  return act<HeldPayment, PaymentMoved>(operation, ({ paymentId }) => ({ params: { paymentId } }));
}

/** @see D11-hold */
export const holdPayment = ofPayment('hold payment');
export const releasePayment = ofPayment('release payment');
export const rejectPayment = ofPayment('reject payment');
/** Its next booking goes to ACWP. */
export const settlePaymentLate = ofPayment('settle payment late');
/** Ends ACWP. */
export const settlePayment = ofPayment('settle payment');
