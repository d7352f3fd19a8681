import { getCommand } from '../../../src/sandbox/command.ts';
import { AGREEMENTS } from '../../../src/sandbox/resources.ts';

export default getCommand(AGREEMENTS, {
  summary: 'Read an agreement with its engagements.',
  examples: { 'By id': 'sandbox agreement get kQ3nV0b1cT8sYpR5dW2xZa' },
});
