import { InformationCommand } from '../../src/accounts/information-command.ts';
import { CARDS, findAccountId } from '../../src/accounts/read.ts';
import { cardBalancesCard } from '../../src/accounts/view.ts';
import { cardArg, consentFlags } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { CardAccountBalances } from '../../src/wire/answers/information.ts';

export default class CardsBalances extends InformationCommand<CardAccountBalances> {
  static override summary = "Read a card account's balances.";
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = InformationCommand.listExamples({
    'By account number': 'cards balances 4925xxxxxxxx3595',
    'While the PSU is away, four times a day': 'cards balances 4925xxxxxxxx3595 --psu-absent',
  });
  static override args = cardArg;
  static override flags = consentFlags;

  protected override readonly presentation = cardBalancesCard;

  async run() {
    const { args, flags } = await this.parse(CardsBalances);
    return this.read(flags, async (as) =>
      as.call(getOperation('read card account balances'), {
        cardAccountId: await findAccountId(as, CARDS, args.card),
      }),
    );
  }
}
