import { clockAct } from '../../../src/app/sandbox/clock.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type ShownClock, shownClock } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxClockShow extends BankCommand<ShownClock> {
  static override summary = "Show the bank's clock.";
  static override description =
    'Shows real time and the offset. Sessions, dates, runs and deadlines follow this clock.';
  static override examples = [
    { description: 'The time at the bank', command: '<%= config.bin %> sandbox clock show' },
  ];

  protected override readonly presentation = shownClock;

  async run(): Promise<ShownClock> {
    const { flags } = await this.parse(SandboxClockShow);
    return clockAct(this.program, { act: 'show' }, { profile: flags.profile });
  }
}
