import { createPaymentRightCommand } from '../../../src/sandbox/payment-right.ts';

export default createPaymentRightCommand('give payment right', {
  summary: 'Allow payments from an account again.',
  description: 'Payments can be made from it again.',
  examples: { 'To an account': 'sandbox payment-right give 99901067291' },
});
