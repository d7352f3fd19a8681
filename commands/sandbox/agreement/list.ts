import { listCommand } from '../../../src/sandbox/command.ts';
import { AGREEMENTS } from '../../../src/sandbox/resources.ts';

export default listCommand(AGREEMENTS, {
  summary: "List the sandbox's agreements.",
  description:
    'Every private customer has one. A corporate agreement is available to its owner and to everyone with an engagement in it.',
  examples: { 'All agreements': 'sandbox agreement list' },
});
