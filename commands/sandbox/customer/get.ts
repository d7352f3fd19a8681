import { whichCustomer } from '../../../src/app/sandbox/customers.ts';
import { read } from '../../../src/app/sandbox/data.ts';
import { CUSTOMERS } from '../../../src/app/sandbox/sorts.ts';
import { type ShownCustomer, shownCustomer } from '../../../src/cli/resources/sandbox-customer.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { customerArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCustomerGet extends SandboxCommand<ShownCustomer> {
  static override summary = 'Read a customer.';
  static override examples = [
    { description: 'By account number', command: '<%= config.bin %> sandbox customer get 15813963008' },
  ];
  static override args = customerArg;

  protected override readonly presentation = shownCustomer;

  async run(): Promise<ShownCustomer> {
    const parsed = await this.parse(SandboxCustomerGet);
    const how = { profile: parsed.flags.profile, withOwners: false };
    return this.asking(whichCustomer, parsed, async (given) =>
      this.shown(await read(this.program, CUSTOMERS, given, how)),
    );
  }
}
