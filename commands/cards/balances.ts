import { CARDS, findAccountId, type ReadCardBalances, readInformation } from '../../src/accounts/read.ts';
import { cardBalancesCard } from '../../src/accounts/view.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { cardArg, consentFlags, informationChoice } from '../../src/cli/psu-flags.ts';
import { readCardAccountBalances } from '../../src/client/information.ts';

export default class CardsBalances extends BankCommand<ReadCardBalances> {
  static override summary = "Read a card account's balances.";
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = BankCommand.listExamples({
    'By account number': 'cards balances 4925xxxxxxxx3595',
    'While the PSU is away, four times a day': 'cards balances 4925xxxxxxxx3595 --psu-absent',
  });
  static override args = cardArg;
  static override flags = consentFlags;

  protected override readonly presentation = cardBalancesCard;

  async run(): Promise<ReadCardBalances> {
    const { args, flags } = await this.parse(CardsBalances);
    return readInformation(this.context, informationChoice(flags, this.usualSca), async (as) =>
      as.call(readCardAccountBalances, { cardAccountId: await findAccountId(as, CARDS, args.card) }),
    );
  }
}
