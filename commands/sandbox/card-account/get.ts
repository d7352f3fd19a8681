import { getCommand } from '../../../src/sandbox/command.ts';
import { CARD_ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default getCommand(CARD_ACCOUNTS, {
  summary: 'Read a card account.',
  description: 'To pay from it, pass its reference to --from-card.',
  examples: { 'By id': 'sandbox card-account get kQ3nV0b1cT8sYpR5dW2xZa' },
});
