import { createPaymentCommand } from '../../../src/sandbox/payments.ts';

export default createPaymentCommand(
  'settle payment',
  {
    summary: "Settle a payment that's on its way.",
    description: 'The status changes from ACWP to ACSC, and the reserved amount is booked.',
    examples: { 'End a late settlement': 'sandbox payment settle kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  (id) => [`payments get ${id}`],
);
