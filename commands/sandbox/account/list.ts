import { list } from '../../../src/app/sandbox/data.ts';
import { outcomes } from '../../../src/app/sandbox/outcomes.ts';
import { ACCOUNTS } from '../../../src/app/sandbox/sorts.ts';
import { Flags } from '../../../src/cli/flags.ts';
import type { Presentation } from '../../../src/cli/presentation.ts';
import { type ListedAccounts, listedAccounts } from '../../../src/cli/resources/sandbox-account.ts';
import { type ListedOutcomes, listedOutcomes } from '../../../src/cli/resources/sandbox-outcome.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';

type Listed = ListedAccounts | ListedOutcomes;

export default class SandboxAccountList extends SandboxCommand<Listed> {
  static override summary = "List the sandbox's accounts with their balances.";
  static override description =
    "Booked is the booked balance (closingBooked). Expected also counts approved payments that aren't booked yet. Balances are whole units of the currency.";
  static override examples = [
    { description: 'See what a run has booked', command: '<%= config.bin %> sandbox account list' },
    {
      description: 'Accounts to pay to when you want a certain outcome',
      command: '<%= config.bin %> sandbox account list --outcomes',
    },
  ];
  static override flags = {
    outcomes: Flags.boolean({
      description: 'List the creditor accounts at another bank that decide how a payment ends.',
    }),
  };

  private isOfOutcomes = false;

  protected override get presentation(): Presentation<Listed> {
    return (this.isOfOutcomes ? listedOutcomes : listedAccounts(this.owners)) as Presentation<Listed>;
  }

  async run(): Promise<Listed> {
    const { flags } = await this.parse(SandboxAccountList);
    this.isOfOutcomes = flags.outcomes;
    if (flags.outcomes) return outcomes(this.program, flags.profile);
    const how = { profile: flags.profile, withOwners: this.withOwners };
    return this.shown(await list(this.program, ACCOUNTS, how));
  }
}
