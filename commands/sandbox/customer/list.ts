import { list } from '../../../src/app/sandbox/data.ts';
import { CUSTOMERS } from '../../../src/app/sandbox/sorts.ts';
import { type ListedCustomers, listedCustomers } from '../../../src/cli/resources/sandbox-customer.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';

export default class SandboxCustomerList extends SandboxCommand<ListedCustomers> {
  static override summary = "List the sandbox's customers.";
  static override examples = [
    { description: 'All customers', command: '<%= config.bin %> sandbox customer list' },
  ];

  protected override readonly presentation = listedCustomers;

  async run(): Promise<ListedCustomers> {
    const { flags } = await this.parse(SandboxCustomerList);
    return this.shown(await list(this.program, CUSTOMERS, { profile: flags.profile, withOwners: false }));
  }
}
