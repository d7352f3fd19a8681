import { createPlayCommand } from '../../src/sca/play-command.ts';

export default createPlayCommand('fail', {
  summary: 'Let an SCA fail because of an error at the bank.',
  description: 'The SCA fails, and the PSU is sent back with status 500 and SYSTEM_ERROR.',
  examples: {
    'An error while the PSU authorises': 'sca fail kQ3nV0b1cT8sYpR5dW2xZa',
  },
});
