import { createPlayCommand } from '../../src/sca/play-command.ts';

export default createPlayCommand('decline', {
  summary: 'Play a PSU who declines.',
  description:
    'The PSU logs in, sees the request and declines. A declined payment is rejected. A declined cancellation leaves its payment as it is.',
  examples: {
    'Decline a payment': 'sca decline kQ3nV0b1cT8sYpR5dW2xZa',
  },
});
