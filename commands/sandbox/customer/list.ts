import { listCommand } from '../../../src/sandbox/command.ts';
import { CUSTOMERS } from '../../../src/sandbox/resources.ts';

export default listCommand(CUSTOMERS, {
  summary: "List the sandbox's customers.",
  examples: { 'All customers': 'sandbox customer list' },
});
