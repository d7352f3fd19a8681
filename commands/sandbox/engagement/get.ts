import { getCommand } from '../../../src/sandbox/command.ts';
import { ENGAGEMENTS } from '../../../src/sandbox/resources.ts';

export default getCommand(ENGAGEMENTS, {
  summary: 'Read an engagement in an agreement.',
  examples: { 'By both ids': 'sandbox engagement get kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp' },
});
