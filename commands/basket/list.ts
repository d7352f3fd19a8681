import { createList, defineCommand, QUIET, SPARE } from '../../src/cli/command.ts';
import type { MadeBasket } from '../../src/client/ledger/types.ts';
import { withLedger } from '../../src/session/with-session.ts';

/** A basket that this profile created. @see C-basket-list */
interface ListedBasket {
  readonly basketId: string;
  readonly paymentIds: readonly string[];
  /** ISO 8601, by this machine's clock. */
  readonly createdAt: string;
  /** The last status that was read, and the time of reading. */
  readonly transactionStatus?: string;
  readonly statusAt?: string;
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

function describe({ basketId, paymentIds, at, transactionStatus, statusAt }: MadeBasket): ListedBasket {
  const createdAt = new Date(at).toISOString();
  const readAt = statusAt === undefined ? undefined : new Date(statusAt).toISOString();
  return { basketId, paymentIds, createdAt, transactionStatus, statusAt: readAt };
}
