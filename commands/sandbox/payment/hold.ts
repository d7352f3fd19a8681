import { createPaymentCommand } from '../../../src/sandbox/payments.ts';

export default createPaymentCommand(
  'hold payment',
  {
    summary: 'Hold a payment, as a bank with doubts would.',
    description:
      "The status becomes PDNG. If the PSU hasn't authorised the payment yet, it's held after that. In a bulk, every payment is held.",
    examples: { 'Hold a payment': 'sandbox payment hold kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  (id) => [`sandbox payment release ${id}`],
  (status) => (status === 'PDNG' ? undefined : 'will be held once its PSU has authorised it'),
);
