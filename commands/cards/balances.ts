import { defineInformationCommand, READ_BY_NUMBER } from '../../src/accounts/commands.ts';
import { CARDS, findAccountId } from '../../src/accounts/read.ts';
import { cardBalancesCard } from '../../src/accounts/view.ts';
import { cardArg } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';

export default defineInformationCommand(
  {
    summary: "Read a card account's balances.",
    description: READ_BY_NUMBER,
    examples: {
      'By account number': 'cards balances 4925xxxxxxxx3595',
      'While the PSU is away, four times a day': 'cards balances 4925xxxxxxxx3595 --psu-absent',
    },
    args: cardArg,
    presentation: cardBalancesCard,
  },
  async (as, { card }) =>
    as.call(getOperation('read card account balances'), {
      cardAccountId: await findAccountId(as, CARDS, card),
    }),
);
