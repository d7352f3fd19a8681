import type { Meta } from '../../../src/app/at-bank.ts';
import { whichAccount } from '../../../src/app/sandbox/accounts.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { SandboxDeletion } from '../../../src/cli/sandbox-deletion.ts';
import { accountArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAccountDelete extends SandboxDeletion {
  static override summary = 'Delete an account.';
  static override description =
    "Payments from it that aren't booked yet are rejected, and payments to it reach no customer. Its number can be used again.";
  static override examples = [
    {
      description: 'By account number',
      command: '<%= config.bin %> sandbox account delete 99901722281 --yes',
    },
  ];
  static override args = accountArg;

  protected override readonly sentence = 'Account {} deleted.';

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxAccountDelete);
    return this.deleting(whichAccount, parsed, (given) =>
      remove(this.program, ACCOUNTS, given, parsed.flags),
    );
  }
}
