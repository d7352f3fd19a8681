import { compareRequests } from '../../src/app/signatures/verify.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Args } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/input.ts';
import { comparison, type ShownComparison } from '../../src/cli/resources/comparison.ts';
import { capturedInput, captureFlags, verifyFlags, verifyOptions } from '../../src/cli/verify-flags.ts';

export default class VerifyDiff extends Psd2Command<ShownComparison> {
  static override summary = 'Compare a request that works with one that does not.';
  static override description =
    'Shows the checks that end otherwise, what is written otherwise, and the cause and the remedy of the second. ' +
    'Each is judged at its own Date unless --at is given. Exits 6 when the second is not valid.';
  static override examples = [
    {
      description: 'Yesterday it worked',
      command: '<%= config.bin %> verify diff works.http fails.http',
    },
  ];
  static override args = {
    first: Args.string({ description: 'The request that works.', required: true }),
    second: Args.string({ description: 'The request that does not.', required: true }),
  };
  static override flags = { ...verifyFlags, ...captureFlags };

  protected override readonly presentation = comparison;

  async run(): Promise<ShownComparison> {
    const { args, flags } = await this.parse(VerifyDiff);
    const notice = (text: string) => this.notice(text);
    const first = capturedInput(await readInput(args.first, notice), flags);
    const second = capturedInput(await readInput(args.second, notice), flags);
    const compared = await compareRequests(this.program, [first, second], verifyOptions(flags));
    if (!compared.second.valid) this.endWith(EXIT.checkFoundFaults);
    return compared;
  }
}
