import { type ListedCards, readInformation } from '../../src/accounts/read.ts';
import { cardTable } from '../../src/accounts/view.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { consentFlags, informationChoice, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { listCardAccounts } from '../../src/client/information.ts';

export default class CardsList extends BankCommand<ListedCards> {
  static override summary = 'List the card accounts a PSU has consented to.';
  static override description =
    'Needs an SCA in the same session within the last hour. If the bank asks for one, --sca chooses how to complete it, and the list is then read again.';
  static override examples = BankCommand.listExamples({
    'With balances': 'cards list --with-balance',
    "Offline, with a simulated PSU's consent": 'cards list --sca approve --as 15813963008 --accounts all',
  });
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = cardTable;

  async run(): Promise<ListedCards> {
    const { flags } = await this.parse(CardsList);
    const withBalance = flags['with-balance'];
    const choice = informationChoice(flags, this.usualSca);
    return readInformation(this.context, choice, (as) => as.call(listCardAccounts, { withBalance }), {
      kind: 'consent',
      isList: true,
    });
  }
}
