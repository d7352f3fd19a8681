import { runBatchNow } from '../../../src/app/sandbox/batch.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type RanBatch, ranBatch } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxBatchRun extends BankCommand<RanBatch> {
  static override summary = 'Run the batch of payments now.';
  static override description =
    'The next scheduled run, at once: it books every approved payment whose day is not after that of the run (on a ' +
    'Saturday, Monday). The clock is left alone. What lacks funds waits, and no payment is no error.';
  static override examples = [
    { description: 'Settle what is approved', command: '<%= config.bin %> sandbox batch run' },
  ];

  protected override readonly presentation = ranBatch;

  async run(): Promise<RanBatch> {
    const { flags } = await this.parse(SandboxBatchRun);
    return runBatchNow(this.program, { profile: flags.profile });
  }
}
