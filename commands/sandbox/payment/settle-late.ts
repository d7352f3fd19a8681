import { createPaymentCommand } from '../../../src/sandbox/payments.ts';

export default createPaymentCommand(
  'settle payment late',
  {
    summary: 'Let a payment settle late.',
    description:
      "Its next booking stops at ACWP, on its way to the creditor, until 'sandbox payment settle'.",
    examples: { 'Stop at ACWP': 'sandbox payment settle-late kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  (id) => ['sandbox batch run', `sandbox payment settle ${id}`],
  () => 'settles late: once booked it stays on its way until you settle it',
);
