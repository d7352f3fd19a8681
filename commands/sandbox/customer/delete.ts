import { deleteCommand } from '../../../src/sandbox/command.ts';
import { CUSTOMERS } from '../../../src/sandbox/resources.ts';

export default deleteCommand(CUSTOMERS, 'Customer {} deleted, with everything it owned.', {
  summary: 'Delete a customer and everything it owns.',
  description:
    "Its accounts, cards and agreements are deleted too. Payments from its accounts that aren't booked yet are rejected.",
  examples: { 'By account number': 'sandbox customer delete 310999024 --yes' },
});
