import type { Meta } from '../../../src/app/at-bank.ts';
import { whichAccount } from '../../../src/app/sandbox/accounts.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { SandboxDeletion } from '../../../src/cli/sandbox-deletion.ts';
import { accountArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAccountDelete extends SandboxDeletion {
  static override summary = 'Delete an account.';
  static override description =
    'Payments from it that are not booked are rejected, and payments to it go to no customer. Its number is free again.';
  static override examples = [
    { description: 'By account number', command: '<%= config.bin %> sandbox account delete 99901722281' },
  ];
  static override args = accountArg;

  protected override readonly sentence = 'Account {} is deleted.';

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxAccountDelete);
    return this.deleting(whichAccount, parsed, (given) =>
      remove(this.program, ACCOUNTS, given, parsed.flags),
    );
  }
}
