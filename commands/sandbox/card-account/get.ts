import { whichCardAccount } from '../../../src/app/sandbox/card-accounts.ts';
import { read } from '../../../src/app/sandbox/data.ts';
import { CARD_ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { type ShownCardAccount, shownCardAccount } from '../../../src/cli/resources/sandbox-card-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { cardArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCardAccountGet extends SandboxCommand<ShownCardAccount> {
  static override summary = 'Read a card account.';
  static override description = 'To pay from it, pass its reference to --from-card.';
  static override examples = [
    {
      description: 'By id',
      command: '<%= config.bin %> sandbox card-account get kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = cardArg;

  protected override get presentation() {
    return shownCardAccount(this.owners);
  }

  async run(): Promise<ShownCardAccount> {
    const parsed = await this.parse(SandboxCardAccountGet);
    const how = { profile: parsed.flags.profile, withOwners: this.withOwners };
    return this.asking(whichCardAccount, parsed, async (given) =>
      this.shown(await read(this.program, CARD_ACCOUNTS, given, how)),
    );
  }
}
