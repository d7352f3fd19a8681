import { createPaymentRightCommand } from '../../../src/sandbox/payment-right.ts';

export default createPaymentRightCommand('take payment right', {
  summary: 'Block payments from an account.',
  description:
    "Payments from it are refused with FORBIDDEN, and its account information says so. To undo it, use 'sandbox payment-right give'.",
  examples: { 'From an account': 'sandbox payment-right take 99901067291' },
});
