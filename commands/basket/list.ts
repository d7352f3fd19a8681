import { createList, defineCommand, QUIET, SPARE } from '../../src/cli/command.ts';
import type { MadeBasket } from '../../src/client/ledger/types.ts';
import { describeState, type ListedState } from '../../src/payments/made.ts';
import { withLedger } from '../../src/session/with-session.ts';

/** A basket that this profile created. @see C-basket-list */
interface ListedBasket extends ListedState {
  readonly basketId: string;
  readonly paymentIds: readonly string[];
}

export default defineCommand(
  {
    summary: 'List the signing baskets this profile created.',
    description:
      "Newest first, with the last known status, and without those it deleted. The bank isn't called: basket status reads the current one.",
    examples: { 'All baskets': 'basket list' },
    presentation: createList<ListedBasket>(
      [
        ['Basket', 'basketId', 'identifier', QUIET],
        ['Payments', ({ paymentIds }) => paymentIds.length, 'count'],
        ['Created', 'createdAt', 'time'],
        ['Status', 'transactionStatus', 'status'],
        ['As of', 'statusAt', 'time', SPARE],
      ],
      "This profile hasn't created any baskets yet. To create one:\npsd2 basket create --help",
    ),
  },
  async (command, { flags: { profile } }) => {
    const made = (await withLedger(command.context, { profile }, (ledger) => ledger.madeBaskets())) ?? [];
    return { items: made.map(describe) };
  },
);

function describe({ basketId, paymentIds, ...state }: MadeBasket): ListedBasket {
  return { basketId, paymentIds, ...describeState(state) };
}
