import { defineInformationCommand } from '../src/accounts/commands.ts';
import { createCard, QUIET } from '../src/cli/command.ts';
import { readingFlags } from '../src/cli/psu-flags.ts';
import { getOperation } from '../src/client/operation.ts';
import type { User } from '../src/wire/answers/information.ts';

export default defineInformationCommand(
  {
    summary: "Show who the session's PSU is.",
    description:
      'Shows their PSU-ID and the contexts they may act in. A TPP that only initiates payments can get an SCA this way.',
    examples: { 'With a simulated SCA': 'user --sca approve --as 15813963008' },
    flags: readingFlags,
    presentation: createCard<User>([
      ['PSU-ID', 'psuId', 'identifier', QUIET],
      ['May act as', ({ contexts }) => contexts.join(', ')],
    ]),
  },
  (as) => as.call(getOperation('read user'), undefined),
  { kind: 'session' },
);
