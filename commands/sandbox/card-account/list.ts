import { listCommand } from '../../../src/sandbox/command.ts';
import { CARD_ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default listCommand(CARD_ACCOUNTS, {
  summary: "List the sandbox's card accounts.",
  description: 'The available amount is the credit limit plus the booked balance.',
  examples: { 'All card accounts': 'sandbox card-account list' },
});
