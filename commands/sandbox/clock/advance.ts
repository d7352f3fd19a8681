import { clockAct } from '../../../src/app/sandbox/clock.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args } from '../../../src/cli/flags.ts';
import { type ShownClock, shownClock } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxClockAdvance extends BankCommand<ShownClock> {
  static override summary = "Move the bank's clock forward.";
  static override description =
    "By 1 second to 400 days. Runs that fall due in between are done, in order, before the bank's next answer.";
  static override examples = [
    {
      description: "Past the end of a session's hour",
      command: '<%= config.bin %> sandbox clock advance 61m',
    },
    { description: 'A day and a half', command: '<%= config.bin %> sandbox clock advance 1d12h' },
    { description: 'In ISO 8601', command: '<%= config.bin %> sandbox clock advance PT90S' },
  ];
  static override args = {
    duration: Args.string({ description: '90, 90s, 15m, 2h, 3d, 1d12h or ISO 8601.', required: true }),
  };

  protected override readonly presentation = shownClock;

  async run(): Promise<ShownClock> {
    const { args, flags } = await this.parse(SandboxClockAdvance);
    return clockAct(this.program, { act: 'advance', duration: args.duration }, { profile: flags.profile });
  }
}
