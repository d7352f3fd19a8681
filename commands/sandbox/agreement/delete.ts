import { deleteCommand } from '../../../src/sandbox/command.ts';
import { AGREEMENTS } from '../../../src/sandbox/resources.ts';

export default deleteCommand(AGREEMENTS, 'Agreement {} deleted.', {
  summary: 'Delete an agreement.',
  description: 'Its engagements are deleted too. To delete a private agreement, delete its customer.',
  examples: { 'By id': 'sandbox agreement delete kQ3nV0b1cT8sYpR5dW2xZa --yes' },
});
