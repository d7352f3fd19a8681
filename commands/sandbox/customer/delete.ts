import type { Meta } from '../../../src/app/at-bank.ts';
import { whichCustomer } from '../../../src/app/sandbox/customers.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { CUSTOMERS } from '../../../src/app/sandbox/sorts.ts';
import { deleted } from '../../../src/cli/resources/owned.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { customerArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCustomerDelete extends SandboxCommand<Meta> {
  static override summary = 'Delete a customer with all that it owns.';
  static override description =
    'Its accounts, cards and agreements go with it. Payments of its accounts that are not booked are rejected.';
  static override examples = [
    { description: 'By number', command: '<%= config.bin %> sandbox customer delete 310999024' },
  ];
  static override args = customerArg;

  private deletedName = '';

  protected override get presentation() {
    return deleted('Customer {} is deleted, with all that it owned.', this.deletedName);
  }

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxCustomerDelete);
    return this.asking(whichCustomer, parsed, (given) => {
      this.deletedName = given.CUSTOMER ?? '';
      return remove(this.program, CUSTOMERS, given, parsed.flags);
    });
  }
}
