import { Args, createCard, QUIET } from '../../../src/cli/command.ts';
import { defineOperatorCommand } from '../../../src/sandbox/command.ts';
import type { ReleasedTpp } from '../../../src/wire/answers/operator.ts';

export default defineOperatorCommand(
  {
    summary: 'Let another key sign as a TPP.',
    description:
      'In a bank served beyond this machine, the first key that signs as a TPP owns its organizationIdentifier. After a release, the next key does.',
    examples: { 'A TPP that lost its key': 'sandbox tpp release PSDNO-FSA-310999016' },
    args: { tpp: Args.string({ description: "The TPP's organizationIdentifier.", required: true }) },
    presentation: createCard<ReleasedTpp>([
      ['TPP', ({ tppId }) => `PSD${tppId}`, 'identifier', QUIET],
      ['Key', () => 'released: the next key that signs as this TPP takes its place'],
    ]),
  },
  'release TPP',
  ({ args }) => ({ tppId: args.tpp }),
);
