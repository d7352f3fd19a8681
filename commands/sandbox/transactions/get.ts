import { getCommand } from '../../../src/sandbox/command.ts';
import { TRANSACTIONS } from '../../../src/sandbox/resources.ts';

export default getCommand(TRANSACTIONS, {
  summary: 'Read a transaction of an account.',
  examples: { 'By id': 'sandbox transactions get 99901067291 kQ3nV0b1cT8sYpR5dW2xZa' },
});
