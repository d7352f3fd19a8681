import { createPaymentCommand } from '../../../src/sandbox/payments.ts';

export default createPaymentCommand(
  'release payment',
  {
    summary: 'Release a held payment.',
    description: 'It continues when its date and funds allow.',
    examples: { 'Let a payment continue': 'sandbox payment release kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  (id) => [`status ${id}`],
  (status) => (status === 'RCVD' ? "won't be held once its PSU has authorised it" : undefined),
);
