import { playCommand } from '../../src/sca/play-command.ts';

export default playCommand('abandon', {
  summary: 'Play a PSU who leaves without answering.',
  description:
    'The PSU identifies, sees what to approve, and leaves. The SCA stays open until its 15 minutes are over, and nobody is sent back to the TPP.',
  examples: {
    'Leave a payment unanswered': 'sca abandon kQ3nV0b1cT8sYpR5dW2xZa',
  },
});
