import { InformationCommand } from '../../src/accounts/information-command.ts';
import { accountTable } from '../../src/accounts/view.ts';
import { consentFlags, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { AccountList } from '../../src/wire/answers/information.ts';

export default class AccountsList extends InformationCommand<AccountList> {
  static override summary = 'List the accounts a PSU has consented to.';
  static override description =
    'Needs an SCA in the same session within the last hour. If the bank asks for one, --sca chooses how to complete it, and the list is then read again.';
  static override examples = InformationCommand.listExamples({
    'With balances': 'accounts list --with-balance',
    "Offline, with a simulated PSU's consent": 'accounts list --sca approve --as 15813963008 --accounts all',
  });
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = accountTable;

  async run() {
    const { flags } = await this.parse(AccountsList);
    const withBalance = flags['with-balance'];
    return this.read(flags, (as) => as.call(getOperation('list accounts'), { withBalance }), {
      kind: 'consent',
      isList: true,
    });
  }
}
