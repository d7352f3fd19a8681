import { createPaymentCommand } from '../../../src/sandbox/payments.ts';

export default createPaymentCommand(
  'reject payment',
  {
    summary: 'Reject a payment, as the bank.',
    description:
      "The status becomes RJCT, with the bank as the reason. A payment that its PSU hasn't authorised yet can't be rejected: decline its SCA.",
    examples: { 'Reject a payment': 'sandbox payment reject kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  (id) => [`status ${id}`],
);
