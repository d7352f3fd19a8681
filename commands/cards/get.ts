import { CARDS, findAccountId, type ReadCard, readInformation } from '../../src/accounts/read.ts';
import { cardCard } from '../../src/accounts/view.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { cardArg, consentFlags, informationChoice, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { readCardAccount } from '../../src/client/information.ts';

export default class CardsGet extends BankCommand<ReadCard> {
  static override summary = 'Read a card account.';
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = BankCommand.listExamples({
    'By account number': 'cards get 4925xxxxxxxx3595',
    'With balances': 'cards get 4925xxxxxxxx3595 --with-balance',
  });
  static override args = cardArg;
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = cardCard;

  async run(): Promise<ReadCard> {
    const { args, flags } = await this.parse(CardsGet);
    const withBalance = flags['with-balance'];
    return readInformation(this.context, informationChoice(flags, this.usualSca), async (as) =>
      as.call(readCardAccount, { cardAccountId: await findAccountId(as, CARDS, args.card), withBalance }),
    );
  }
}
