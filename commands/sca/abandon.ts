import { createPlayCommand } from '../../src/sca/play-command.ts';

export default createPlayCommand('abandon', {
  summary: 'Play a PSU who leaves without answering.',
  description:
    'The PSU logs in, sees the request and leaves. The SCA stays open until its 15 minutes are over, and the TPP gets no redirect.',
  examples: {
    'Leave a payment unanswered': 'sca abandon kQ3nV0b1cT8sYpR5dW2xZa',
  },
});
