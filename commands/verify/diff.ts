import { Psd2Command } from '../../src/cli/base-command.ts';
import { endAtInterrupt } from '../../src/cli/end-signals.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Args } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/input.ts';
import { verifyFlags } from '../../src/cli/signing-flags.ts';
import type { ShownComparison } from '../../src/signatures/report.ts';
import { compareRequests } from '../../src/signatures/verify.ts';
import { comparison } from '../../src/signatures/view.ts';

export default class VerifyDiff extends Psd2Command<ShownComparison> {
  static override summary = "Compare a request that works with one that doesn't.";
  static override description =
    "Shows which checks end differently, what's written differently, and what's wrong with the second request and how to fix it. Each request is checked when its capture says it was sent, or at its own Date, unless you set --at. Exits 6 if the second isn't valid.";
  static override examples = Psd2Command.listExamples({
    'It worked yesterday': 'verify diff works.http fails.http',
  });
  static override args = {
    first: Args.string({ description: 'The request that works.', required: true }),
    second: Args.string({ description: "The request that doesn't.", required: true }),
  };
  static override flags = verifyFlags;

  protected override readonly presentation = comparison;

  async run(): Promise<ShownComparison> {
    const { args, flags } = await this.parse(VerifyDiff);
    const notice = (text: string) => this.notice(text);
    const first = await readInput(args.first, notice);
    const second = await readInput(args.second, notice);
    endAtInterrupt();
    const compared = await compareRequests(this.context, first, second, flags);
    if (!compared.second.valid) this.endWith(EXIT.checkFoundFaults);
    return compared;
  }
}
