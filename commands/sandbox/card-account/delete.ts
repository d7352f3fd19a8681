import type { Meta } from '../../../src/app/at-bank.ts';
import { whichCardAccount } from '../../../src/app/sandbox/card-accounts.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { CARD_ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { deleted } from '../../../src/cli/resources/owned.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { cardArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCardAccountDelete extends SandboxCommand<Meta> {
  static override summary = 'Delete a card account.';
  static override description = 'Payments from it that are not booked are rejected.';
  static override examples = [
    {
      description: 'By its id',
      command: '<%= config.bin %> sandbox card-account delete kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = cardArg;

  private deletedName = '';

  protected override get presentation() {
    return deleted('Card account {} is deleted.', this.deletedName);
  }

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxCardAccountDelete);
    return this.asking(whichCardAccount, parsed, (given) => {
      this.deletedName = given.CARD ?? '';
      return remove(this.program, CARD_ACCOUNTS, given, parsed.flags);
    });
  }
}
