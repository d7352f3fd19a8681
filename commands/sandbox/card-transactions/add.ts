import { createCommand } from '../../../src/sandbox/command.ts';
import { newCardTransactions } from '../../../src/sandbox/resources.ts';

export default createCommand(newCardTransactions, {
  summary: 'Add transactions to a card account.',
  description:
    "Add one with flags, or up to 2000 from a file: either all are added or none. Fields you don't set stay empty. Amounts are whole units of the currency.",
  examples: {
    'A purchase':
      'sandbox card-transactions add kQ3nV0b1cT8sYpR5dW2xZa --amount 250 --text Dagligvarer --mcc 5411',
    "A purchase that isn't booked yet":
      'sandbox card-transactions add kQ3nV0b1cT8sYpR5dW2xZa --amount 99 --pending --id 4711',
  },
});
