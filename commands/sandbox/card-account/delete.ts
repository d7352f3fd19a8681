import { deleteCommand } from '../../../src/sandbox/command.ts';
import { CARD_ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default deleteCommand(CARD_ACCOUNTS, 'Card account {} deleted.', {
  summary: 'Delete a card account.',
  description: "Payments from it that aren't booked yet are rejected.",
  examples: { 'By id': 'sandbox card-account delete kQ3nV0b1cT8sYpR5dW2xZa --yes' },
});
