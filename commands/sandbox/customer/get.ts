import { getCommand } from '../../../src/sandbox/command.ts';
import { CUSTOMERS } from '../../../src/sandbox/resources.ts';

export default getCommand(CUSTOMERS, {
  summary: 'Read a customer.',
  examples: { 'By account number': 'sandbox customer get 15813963008' },
});
