import { showFaults } from '../../../src/app/sandbox/faults.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type ListedFaults, listedFaults } from '../../../src/cli/resources/sandbox-fault.ts';

export default class SandboxFaultList extends BankCommand<ListedFaults> {
  static override summary = 'List the faults that are set, and how often each struck.';
  static override description =
    'Calls are those that a fault could have struck since it was set. A fault for one call is spent after that call.';
  static override examples = [{ description: 'All faults', command: '<%= config.bin %> sandbox fault list' }];

  protected override readonly presentation = listedFaults;

  async run(): Promise<ListedFaults> {
    const { flags } = await this.parse(SandboxFaultList);
    return showFaults(this.program, { profile: flags.profile });
  }
}
