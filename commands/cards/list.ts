import { InformationCommand } from '../../src/accounts/information-command.ts';
import { cardTable } from '../../src/accounts/view.ts';
import { consentFlags, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { CardAccountList } from '../../src/wire/answers/information.ts';

export default class CardsList extends InformationCommand<CardAccountList> {
  static override summary = 'List the card accounts a PSU has consented to.';
  static override description =
    'Needs an SCA in the same session within the last hour. If the bank asks for one, --sca chooses how to complete it, and the list is then read again.';
  static override examples = InformationCommand.listExamples({
    'With balances': 'cards list --with-balance',
    "Offline, with a simulated PSU's consent": 'cards list --sca approve --as 15813963008 --accounts all',
  });
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = cardTable;

  async run() {
    const { flags } = await this.parse(CardsList);
    const withBalance = flags['with-balance'];
    return this.read(flags, (as) => as.call(getOperation('list card accounts'), { withBalance }), {
      kind: 'consent',
      isList: true,
    });
  }
}
