import { clockAct } from '../../../src/app/sandbox/clock.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type ShownClock, shownClock, standsStill } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxClockShow extends BankCommand<ShownClock> {
  static override summary = "Show the bank's clock.";
  static override description =
    'Shows real time and the offset. Sessions, dates, runs and deadlines follow this clock. It never goes back ' +
    "on its own: if the machine's clock goes back, it stands still until 'sandbox clock reset'.";
  static override examples = [
    { description: 'The time at the bank', command: '<%= config.bin %> sandbox clock show' },
  ];

  protected override readonly presentation = shownClock;

  async run(): Promise<ShownClock> {
    const { flags } = await this.parse(SandboxClockShow);
    const clock = await clockAct(this.program, { act: 'show' }, { profile: flags.profile });
    if (standsStill(clock)) this.next(['sandbox clock reset']);
    return clock;
  }
}
