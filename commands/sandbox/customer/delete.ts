import type { Meta } from '../../../src/app/at-bank.ts';
import { whichCustomer } from '../../../src/app/sandbox/customers.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { CUSTOMERS } from '../../../src/app/sandbox/sorts.ts';
import { SandboxDeletion } from '../../../src/cli/sandbox-deletion.ts';
import { customerArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCustomerDelete extends SandboxDeletion {
  static override summary = 'Delete a customer and everything it owns.';
  static override description =
    "Its accounts, cards and agreements are deleted too. Payments from its accounts that aren't booked yet are rejected.";
  static override examples = [
    {
      description: 'By account number',
      command: '<%= config.bin %> sandbox customer delete 310999024 --yes',
    },
  ];
  static override args = customerArg;

  protected override readonly sentence = 'Customer {} deleted, with everything it owned.';

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxCustomerDelete);
    return this.deleting(whichCustomer, parsed, (given) =>
      remove(this.program, CUSTOMERS, given, parsed.flags),
    );
  }
}
