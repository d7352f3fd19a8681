import { createPlayCommand } from '../../src/sca/play-command.ts';

export default createPlayCommand('expire', {
  summary: 'Let an SCA run out of time.',
  description: "The SCA's 15 minutes end now, and it fails. The PSU is sent back when they open the link.",
  examples: {
    'Too late to approve a payment': 'sca expire kQ3nV0b1cT8sYpR5dW2xZa',
  },
});
