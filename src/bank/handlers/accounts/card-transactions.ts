import type { Op } from '../../../store/contract.ts';
import type { CardTransactionList } from '../../../wire/information/card-transaction.ts';
import { link } from '../../../wire/link.ts';
import { isRefusal } from '../../answer.ts';
import type { Party } from '../../domain/ledger.ts';
import { transactionOf } from '../../life/transactions.ts';
import type { Handler } from '../../routes/route.ts';
import {
  bookedCardList,
  oldestBooked,
  oldestExecution,
  oldestPurchase,
  pendingCardList,
} from '../../store/tables/lists.ts';
import { askedList, earliest } from './asked-list.ts';
import { loadCard } from './cards.ts';
import { pendingTransaction } from './pending.ts';
import { cardPresenter } from './present-card-transaction.ts';
import { readReport } from './report.ts';

/** What was paid from a card, and its transactions that were made by hand. @see D7-card-list */
export const listCardAccountTransactions: Handler = function* (exchange, world) {
  const found = yield* loadCard(exchange, world);
  if (isRefusal(found)) return found;
  const { resourceId: id, maskedPan } = found.card;
  const asked = yield* askedList(exchange, world, { filtersPending: true, oldest: () => oldestOf(id) });
  if (isRefusal(asked)) return asked;
  const path = `/v1/card-accounts/${id}`;
  const report = yield* readReport(exchange, world, {
    asked,
    path,
    tellsAllPending: false,
    bookedOf: (some) => bookedCardList({ account: id, ...some }),
    pendingOf: (some) => pendingCardList({ account: id, ...some }),
  });
  if (isRefusal(report)) return report;
  const { booked, pending, links } = report;
  const present = cardPresenter(exchange, world, found.card);
  const party: Party = { id, currency: found.card.currency };
  const json: CardTransactionList = {
    cardAccount: { maskedPan },
    cardTransactions: {
      ...(booked && {
        booked: booked.map((one) =>
          'given' in one ? present.given(one.given) : present.paid(transactionOf(world, one.paid)),
        ),
      }),
      ...(pending && {
        pending: pending.map((one) =>
          'given' in one
            ? present.given(one.given)
            : present.paid(pendingTransaction(world, one.paid, party)),
        ),
      }),
      _links: { cardAccount: link(exchange.href(path), 'GET'), ...links },
    },
  };
  return { status: 200, json };
};

function* oldestOf(card: string): Op<string | undefined> {
  const pending = earliest(yield* oldestExecution(card), yield* oldestPurchase(card));
  return earliest(yield* oldestBooked(card), pending);
}
