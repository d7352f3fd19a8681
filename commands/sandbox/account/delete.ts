import { deleteCommand } from '../../../src/sandbox/command.ts';
import { ACCOUNTS } from '../../../src/sandbox/resources.ts';

export default deleteCommand(ACCOUNTS, 'Account {} deleted.', {
  summary: 'Delete an account.',
  description:
    "Payments from it that aren't booked yet are rejected, and payments to it reach no customer. Its number can be used again.",
  examples: { 'By account number': 'sandbox account delete 99901722281 --yes' },
});
