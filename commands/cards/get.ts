import { InformationCommand } from '../../src/accounts/information-command.ts';
import { CARDS, findAccountId } from '../../src/accounts/read.ts';
import { cardCard } from '../../src/accounts/view.ts';
import { cardArg, consentFlags, withBalanceFlag } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { OneCardAccount } from '../../src/wire/answers/information.ts';

export default class CardsGet extends InformationCommand<OneCardAccount> {
  static override summary = 'Read a card account.';
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days.';
  static override examples = InformationCommand.listExamples({
    'By account number': 'cards get 4925xxxxxxxx3595',
    'With balances': 'cards get 4925xxxxxxxx3595 --with-balance',
  });
  static override args = cardArg;
  static override flags = { ...withBalanceFlag, ...consentFlags };

  protected override readonly presentation = cardCard;

  async run() {
    const { args, flags } = await this.parse(CardsGet);
    const withBalance = flags['with-balance'];
    return this.read(flags, async (as) =>
      as.call(getOperation('read card account'), {
        cardAccountId: await findAccountId(as, CARDS, args.card),
        withBalance,
      }),
    );
  }
}
