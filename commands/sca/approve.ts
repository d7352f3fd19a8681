import { createPlayCommand } from '../../src/sca/play-command.ts';

export default createPlayCommand('approve', {
  summary: 'Play a PSU who approves.',
  description:
    'The PSU logs in, sees the request and confirms. The PSU-ID is saved for later commands after the bank has confirmed the SCA over the signed channel.',
  examples: {
    "Approve a payment that's waiting for its PSU": 'sca approve kQ3nV0b1cT8sYpR5dW2xZa',
    'Give consent to two accounts':
      'sca approve kQ3nV0b1cT8sYpR5dW2xZa --as 15813963008 --accounts 99901067291,99901167601',
  },
});
