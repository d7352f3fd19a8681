import { osloDate } from '../../../values/oslo.ts';
import type {
  CardBookingStatus,
  SandboxCardTransaction,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
} from '../../../wire/sandbox/card-transaction.ts';
import { answerAdded, isRefusal, refuse, refuseBody, unknownResource } from '../../answer.ts';
import { type CardTransaction, cardChanges, faultsOfCardTransactions } from '../../domain/transactions.ts';
import type { Handler } from '../../routes/route.ts';
import {
  deleteCardTransactions,
  findCardTransactions,
  findCardWithBalance,
  insertCardTransactions,
  listCardTransactions,
} from '../../store/tables/cards.ts';
import { nextSequence } from '../../store/tables/world.ts';
import { pageOf } from './page.ts';
import { cardAccountHref } from './present-card-account.ts';

/**
 * Puts transactions into a card account's list; its balance is not moved. One bad item: nothing is stored.
 * @see D8-card-transaction-members, D8-card-balance
 */
export const createSandboxCardTransactions: Handler = function* (exchange, world) {
  const id = exchange.param('mockCardAccountId');
  const given = exchange.body as readonly CardTransaction[];
  const found = yield* findCardWithBalance(id);
  if (!found) return unknownResource('card account');
  const { currency } = found.card;
  const faults = faultsOfCardTransactions(given, { currency, today: osloDate(world.bankNow) });
  if (faults.length > 0) return refuseBody(faults);
  const cardTransactionIds = given.map(({ cardTransactionId }) => cardTransactionId);
  const changes = cardChanges(given, yield* findCardTransactions(id, [...new Set(cardTransactionIds)]));
  if (!changes.ok) {
    const path = `[${changes.place}].cardTransactionId`;
    return refuse(
      409,
      'CONFLICT',
      `${path} is already used by another transaction on this card: send another one`,
      path,
    );
  }
  yield* deleteCardTransactions(id, changes.replaced);
  yield* insertCardTransactions(
    id,
    changes.made.map((one) => ({ sequence: nextSequence(world), given: one })),
  );
  const json: SandboxCardTransactionsCreated = { cardTransactionIds };
  return answerAdded(`${cardAccountHref(exchange, id)}/transactions`, json);
};

/** @see D8-card-transaction-list */
export const listSandboxCardTransactions: Handler = function* (exchange) {
  const id = exchange.param('mockCardAccountId');
  const found = yield* findCardWithBalance(id);
  if (!found) return unknownResource('card account');
  const page = pageOf(exchange.query);
  if (isRefusal(page)) return page;
  const wanted = exchange.query.get('bookingStatus')?.toLowerCase() as CardBookingStatus;
  const booked = wanted === 'pending' ? [] : yield* listCardTransactions(id, false, page);
  const pending = wanted === 'booked' ? [] : yield* listCardTransactions(id, true, page);
  const json: SandboxCardTransactions = {
    cardAccount: { maskedPan: found.card.maskedPan },
    cardTransactions: {
      booked: booked.map(presentCardTransaction),
      pending: pending.map(({ cardTransactionId }) => cardTransactionId),
    },
  };
  return { status: 200, json };
};

/** @see I-sandbox-card-transactions */
function presentCardTransaction(given: CardTransaction): SandboxCardTransaction {
  return {
    cardTransactionId: given.cardTransactionId,
    bookingDate: given.bookingDate,
    transactionDate: given.transactionDate,
    transactionAmount: given.transactionAmount,
    originalAmount: given.originalAmount,
    merchantCategoryCode: given.merchantCategoryCode,
  };
}
