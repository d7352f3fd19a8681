import { clearSet } from '../../../src/app/sandbox/faults.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args } from '../../../src/cli/flags.ts';
import { type ClearedFaults, clearedFaults } from '../../../src/cli/resources/sandbox-fault.ts';

export default class SandboxFaultClear extends BankCommand<ClearedFaults> {
  static override summary = 'Clear one fault, or all.';
  static override description = 'Payments that no-funds struck have their funds again at the next run.';
  static override examples = [
    { description: 'All faults', command: '<%= config.bin %> sandbox fault clear' },
    { description: 'One of them', command: '<%= config.bin %> sandbox fault clear 2' },
  ];
  static override args = {
    fault: Args.string({ description: 'Number of the fault. Default: all.' }),
  };

  protected override readonly presentation = clearedFaults;

  async run(): Promise<ClearedFaults> {
    const { args, flags } = await this.parse(SandboxFaultClear);
    return clearSet(this.program, args.fault, { profile: flags.profile });
  }
}
