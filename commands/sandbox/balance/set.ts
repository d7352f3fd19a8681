import { createCommand } from '../../../src/sandbox/command.ts';
import { newBalance } from '../../../src/sandbox/resources.ts';

export default createCommand(newBalance, {
  summary: 'Set the balance of an account or card account.',
  description:
    'Sets the balance in whole units of the currency. Without --expected, the expected balance equals the booked one. With it, the two differ, as if a payment were on its way.',
  examples: {
    'An empty account': 'sandbox balance set 99901067291 --booked 0',
    'With a payment on its way': 'sandbox balance set 99901067291 --booked 1000 --expected 900',
  },
});
