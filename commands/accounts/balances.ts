import { readBalances as read } from '../../src/app/information/accounts.ts';
import { ACCOUNTS } from '../../src/app/information/sorts.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { accountArg, consentFlags, informationChoice } from '../../src/cli/information-flags.ts';
import { type ReadBalances, readBalances } from '../../src/cli/resources/account.ts';

export default class AccountsBalances extends BankCommand<ReadBalances> {
  static override summary = "Read an account's balances.";
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = [
    {
      description: 'By account number',
      command: '<%= config.bin %> accounts balances 99901067291',
    },
    {
      description: 'While the PSU is away, four times a day',
      command: '<%= config.bin %> accounts balances 99901067291 --psu-absent',
    },
  ];
  static override args = accountArg;
  static override flags = consentFlags;

  protected override readonly presentation = readBalances;

  async run(): Promise<ReadBalances> {
    const { args, flags } = await this.parse(AccountsBalances);
    return read(this.program, ACCOUNTS, args.account, informationChoice(flags, this.usualSca));
  }
}
