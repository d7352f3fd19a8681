import { grantDirectly } from '../../../src/app/sandbox/consents.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Flags } from '../../../src/cli/flags.ts';
import { parseAccounts } from '../../../src/cli/psu-flags.ts';
import { type ShownGrant, shownGrant } from '../../../src/cli/resources/operator-act.ts';

export default class SandboxConsentGrant extends BankCommand<ShownGrant> {
  static override summary = "Grant a PSU's consent, as the PSU would directly with the bank.";
  static override description =
    "It replaces what the PSU granted before. This doesn't do an SCA, and until the PSU has one, the TPP can't read the accounts. To undo it, use 'consent revoke'.";
  static override examples = [
    {
      description: 'For all accounts of a customer',
      command: '<%= config.bin %> sandbox consent grant --as 15813963008',
    },
    {
      description: 'For one account',
      command: '<%= config.bin %> sandbox consent grant --as 15813963008 --accounts 99901067291',
    },
  ];
  static override flags = {
    as: Flags.string({ description: "The PSU's customer number.", helpValue: 'NUMBER', required: true }),
    accounts: Flags.string({
      description: 'Accounts and cards, by id or number. Default: all.',
      helpValue: 'all|ID,ID',
    }),
    agreement: Flags.string({
      description: 'The agreement the PSU acts for a company in, by id.',
      helpValue: 'ID',
    }),
    tpp: Flags.string({
      description: "The TPP's organizationIdentifier. Default: this TPP.",
      helpValue: 'ID',
    }),
  };

  protected override readonly presentation = shownGrant;

  async run(): Promise<ShownGrant> {
    const { flags } = await this.parse(SandboxConsentGrant);
    const { as, agreement, tpp, profile } = flags;
    const accounts = parseAccounts(flags.accounts) ?? 'all';
    const granted = await grantDirectly(this.program, { as, agreement, accounts, tpp }, { profile });
    this.next([`accounts list --as ${as}`]);
    return granted;
  }
}
