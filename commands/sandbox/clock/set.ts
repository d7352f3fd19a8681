import { clockAct } from '../../../src/app/sandbox/clock.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args } from '../../../src/cli/flags.ts';
import { type ShownClock, shownClock } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxClockSet extends BankCommand<ShownClock> {
  static override summary = "Set the bank's clock.";
  static override description =
    "To a time in the years 2000 to 2099. The clock runs on from there. Moving it back doesn't undo bookings, no run is done twice, and the answer has a warning.";
  static override examples = [
    {
      description: 'A Saturday noon in Oslo',
      command: '<%= config.bin %> sandbox clock set 2026-11-21T12:00:00+01:00',
    },
    { description: 'In UTC', command: '<%= config.bin %> sandbox clock set 2026-11-21T11:00:00Z' },
  ];
  static override args = {
    time: Args.string({ description: 'ISO 8601 date-time with offset or Z.', required: true }),
  };

  protected override readonly presentation = shownClock;

  async run(): Promise<ShownClock> {
    const { args, flags } = await this.parse(SandboxClockSet);
    return clockAct(this.program, { act: 'set', now: args.time }, { profile: flags.profile });
  }
}
