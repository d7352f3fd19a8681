import { InformationCommand } from '../../src/accounts/information-command.ts';
import { ACCOUNTS, findAccountId } from '../../src/accounts/read.ts';
import { accountCard } from '../../src/accounts/view.ts';
import { accountArg, consentFlags, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { OneAccount } from '../../src/wire/answers/information.ts';

export default class AccountsGet extends InformationCommand<OneAccount> {
  static override summary = 'Read an account.';
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = InformationCommand.listExamples({
    'By account number': 'accounts get 99901067291',
    'With balances': 'accounts get 99901067291 --with-balance',
  });
  static override args = accountArg;
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = accountCard;

  async run() {
    const { args, flags } = await this.parse(AccountsGet);
    const withBalance = flags['with-balance'];
    return this.read(flags, async (as) =>
      as.call(getOperation('read account'), {
        accountId: await findAccountId(as, ACCOUNTS, args.account),
        withBalance,
      }),
    );
  }
}
