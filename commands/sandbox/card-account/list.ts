import { list } from '../../../src/app/sandbox/data.ts';
import { CARD_ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import {
  type ListedCardAccounts,
  listedCardAccounts,
} from '../../../src/cli/resources/sandbox-card-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';

export default class SandboxCardAccountList extends SandboxCommand<ListedCardAccounts> {
  static override summary = "List the sandbox's card accounts.";
  static override description = 'The available amount is the credit limit plus the booked balance.';
  static override examples = [
    { description: 'All card accounts', command: '<%= config.bin %> sandbox card-account list' },
  ];

  protected override get presentation() {
    return listedCardAccounts(this.owners);
  }

  async run(): Promise<ListedCardAccounts> {
    const { flags } = await this.parse(SandboxCardAccountList);
    const how = { profile: flags.profile, withOwners: this.withOwners };
    return this.shown(await list(this.program, CARD_ACCOUNTS, how));
  }
}
