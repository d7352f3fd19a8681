import { list } from '../../src/app/information/accounts.ts';
import { ACCOUNTS } from '../../src/app/information/sorts.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { consentFlags, informationChoice, withBalanceFlag } from '../../src/cli/information-flags.ts';
import { type ListedAccounts, listedAccounts } from '../../src/cli/resources/account.ts';

export default class AccountsList extends BankCommand<ListedAccounts> {
  static override summary = 'List the accounts that a PSU has consented to.';
  static override description =
    'Within an hour of an SCA in the same session. Where the bank asks for one, --sca says what becomes of it, and the list is read again.';
  static override examples = [
    {
      description: 'With what they hold',
      command: '<%= config.bin %> accounts list --with-balance',
    },
    {
      description: 'Offline, with the consent of a PSU who is played',
      command: '<%= config.bin %> accounts list --sca approve --as 15813963008 --accounts all',
    },
  ];
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = listedAccounts;

  async run(): Promise<ListedAccounts> {
    const { flags } = await this.parse(AccountsList);
    return list(
      this.program,
      ACCOUNTS,
      { withBalance: flags['with-balance'] },
      informationChoice(flags, this.usualSca),
    );
  }
}
