import { read } from '../../src/app/information/accounts.ts';
import { ACCOUNTS } from '../../src/app/information/sorts.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import {
  accountArg,
  consentFlags,
  informationChoice,
  withBalanceFlag,
} from '../../src/cli/information-flags.ts';
import { type ReadAccount, readAccount } from '../../src/cli/resources/account.ts';

export default class AccountsGet extends BankCommand<ReadAccount> {
  static override summary = 'Read an account.';
  static override description =
    'A number is looked up in the list, which needs an SCA within the hour; a resourceId can be read for 180 days.';
  static override examples = [
    {
      description: 'By number',
      command: '<%= config.bin %> accounts get 99901067291',
    },
    {
      description: 'With what it holds',
      command: '<%= config.bin %> accounts get 99901067291 --with-balance',
    },
  ];
  static override args = accountArg;
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = readAccount;

  async run(): Promise<ReadAccount> {
    const { args, flags } = await this.parse(AccountsGet);
    const asked = { name: args.account, withBalance: flags['with-balance'] };
    return read(this.program, ACCOUNTS, asked, informationChoice(flags, this.usualSca));
  }
}
