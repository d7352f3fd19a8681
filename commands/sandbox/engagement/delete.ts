import { deleteCommand } from '../../../src/sandbox/command.ts';
import { ENGAGEMENTS } from '../../../src/sandbox/resources.ts';

export default deleteCommand(ENGAGEMENTS, 'Engagement {} deleted.', {
  summary: 'Delete an engagement from an agreement.',
  description: 'The customer can no longer pay from the account in this agreement.',
  examples: {
    'By both ids': 'sandbox engagement delete kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp --yes',
  },
});
