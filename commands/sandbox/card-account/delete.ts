import type { Meta } from '../../../src/app/at-bank.ts';
import { whichCardAccount } from '../../../src/app/sandbox/card-accounts.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { CARD_ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { SandboxDeletion } from '../../../src/cli/sandbox-deletion.ts';
import { cardArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCardAccountDelete extends SandboxDeletion {
  static override summary = 'Delete a card account.';
  static override description = "Payments from it that aren't booked yet are rejected.";
  static override examples = [
    {
      description: 'By id',
      command: '<%= config.bin %> sandbox card-account delete kQ3nV0b1cT8sYpR5dW2xZa --yes',
    },
  ];
  static override args = cardArg;

  protected override readonly sentence = 'Card account {} deleted.';

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxCardAccountDelete);
    return this.deleting(whichCardAccount, parsed, (given) =>
      remove(this.program, CARD_ACCOUNTS, given, parsed.flags),
    );
  }
}
