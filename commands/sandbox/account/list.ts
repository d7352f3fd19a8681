import { accounts } from '../../../src/app/sandbox/world.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type ListedAccounts, listedAccounts, type Owners } from '../../../src/cli/resources/sandbox.ts';

export default class SandboxAccountList extends BankCommand<ListedAccounts> {
  static override summary = "List the sandbox's accounts with their balances.";
  static override description =
    'Booked is what was booked (closingBooked); expected adds approved payments that no run has booked yet. Balances ' +
    'are whole units.';
  static override examples = [
    { description: 'See what a run has moved', command: '<%= config.bin %> sandbox account list' },
  ];

  private owners: Owners = new Map();

  protected override get presentation() {
    return listedAccounts(this.owners);
  }

  async run(): Promise<ListedAccounts> {
    const { flags } = await this.parse(SandboxAccountList);
    const asked = { withOwners: !this.jsonEnabled() };
    const { listed, owners } = await accounts(this.program, asked, { profile: flags.profile });
    this.owners = owners;
    return listed;
  }
}
