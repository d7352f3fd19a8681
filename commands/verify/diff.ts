import { Args, defineCommand } from '../../src/cli/command.ts';
import { endAtInterrupt } from '../../src/cli/end-signals.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { readInput } from '../../src/cli/input.ts';
import { verifyFlags } from '../../src/cli/signing-flags.ts';
import { compareRequests } from '../../src/signatures/verify.ts';
import { comparison } from '../../src/signatures/view.ts';

export default defineCommand(
  {
    summary: "Compare a request that works with one that doesn't.",
    description:
      "Shows which checks end differently, what's written differently, and what's wrong with the second request and how to fix it. Each request is checked when its capture says it was sent, or at its own Date, unless you set --at. Exits 6 if the second isn't valid.",
    examples: { 'It worked yesterday': 'verify diff works.http fails.http' },
    args: {
      first: Args.string({ description: 'The request that works.', required: true }),
      second: Args.string({ description: "The request that doesn't.", required: true }),
    },
    flags: verifyFlags,
    presentation: comparison,
  },
  async (command, { args, flags }) => {
    const first = await readInput(args.first, command.notice);
    const second = await readInput(args.second, command.notice);
    endAtInterrupt();
    const compared = await compareRequests(command.context, first, second, flags);
    if (!compared.second.valid) command.endWith(EXIT.checkFoundFaults);
    return compared;
  },
);
