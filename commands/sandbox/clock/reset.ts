import { clockAct } from '../../../src/app/sandbox/clock.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type ShownClock, shownClock } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxClockReset extends BankCommand<ShownClock> {
  static override summary = "Set the bank's clock back to real time.";
  static override description = "Moving the clock back doesn't undo bookings, and no run is done twice.";
  static override examples = [
    { description: 'Back to real time', command: '<%= config.bin %> sandbox clock reset' },
  ];

  protected override readonly presentation = shownClock;

  async run(): Promise<ShownClock> {
    const { flags } = await this.parse(SandboxClockReset);
    return clockAct(this.program, { act: 'reset' }, { profile: flags.profile });
  }
}
