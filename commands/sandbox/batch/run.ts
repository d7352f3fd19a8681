import { runBatchNow } from '../../../src/app/sandbox/batch.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type RanBatch, ranBatch } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxBatchRun extends BankCommand<RanBatch> {
  static override summary = 'Run the payment batch now.';
  static override description =
    "Starts the next scheduled run at once, which books every approved payment due by that run's day. The clock doesn't move. Payments without funds wait. Having no payments isn't an error.";
  static override examples = [
    { description: 'Settle the approved payments', command: '<%= config.bin %> sandbox batch run' },
  ];

  protected override readonly presentation = ranBatch;

  async run(): Promise<RanBatch> {
    const { flags } = await this.parse(SandboxBatchRun);
    return runBatchNow(this.program, { profile: flags.profile });
  }
}
