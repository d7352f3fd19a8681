import { ACCOUNTS, findAccountId, type ReadAccount, readInformation } from '../../src/accounts/read.ts';
import { accountCard } from '../../src/accounts/view.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { accountArg, consentFlags, informationChoice, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { readAccount } from '../../src/client/information.ts';

export default class AccountsGet extends BankCommand<ReadAccount> {
  static override summary = 'Read an account.';
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = BankCommand.listExamples({
    'By account number': 'accounts get 99901067291',
    'With balances': 'accounts get 99901067291 --with-balance',
  });
  static override args = accountArg;
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = accountCard;

  async run(): Promise<ReadAccount> {
    const { args, flags } = await this.parse(AccountsGet);
    const withBalance = flags['with-balance'];
    return readInformation(this.context, informationChoice(flags, this.usualSca), async (as) =>
      as.call(readAccount, { accountId: await findAccountId(as, ACCOUNTS, args.account), withBalance }),
    );
  }
}
