import type { Op } from '../../../store/contract.ts';
import { formatOsloDate } from '../../../values/oslo.ts';
import type {
  SandboxCardAccount,
  SandboxCardTransaction,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
} from '../../../wire/answers/sandbox.ts';
import { link } from '../../../wire/link.ts';
import {
  CARD_BOOKING_STATUSES,
  type CardBookingStatus,
  type SandboxCardAccountRequest,
  sandboxCardAccount,
  sandboxCardBalances,
  sandboxCardTransactions,
} from '../../../wire/sandbox.ts';
import {
  createAddedResult,
  createOkResult,
  isRefusal,
  type Refusal,
  refuse,
  refuseBody,
} from '../../answer.ts';
import { buildNaturalKey, buildRelatedKey, deriveIdOfUse } from '../../domain/ids.ts';
import {
  type CardTransaction,
  checkCardTransactions,
  computeCardChanges,
} from '../../domain/transactions.ts';
import {
  type BalanceDetails,
  type CardAccount,
  type DetailsOfBalances,
  type GivenBalance,
  parseBalanceDetails,
  parseBalances,
} from '../../domain/world.ts';
import type { QueryRule, RequestContext } from '../../request-context.ts';
import {
  createResourceHandler,
  defineRoute,
  type Handler,
  type Route,
  requireFound,
} from '../../routes/route.ts';
import {
  type CardWithBalance,
  deleteCardTransactions,
  findCardTransactions,
  findCardWithBalance,
  findOwnedCard,
  insertCard,
  insertCardTransactions,
  keepCardBalances,
  listCards,
  listCardTransactions,
} from '../../store/tables/accounts.ts';
import { countUse } from '../../store/tables/numbers.ts';
import { type BankState, takeSequence } from '../../store/tables/world.ts';
import {
  type Balances,
  bookDifference,
  checkCurrencies,
  checkCustomer,
  computeBalances,
  createDeleteHandler,
  formatSandboxBalances,
  PAGE,
  parsePage,
  setBalances,
  sortByNames,
} from './resources.ts';

type Card = CardWithBalance['card'];

function buildCardAccountHref(exchange: RequestContext, cardAccountId: string): string {
  return exchange.href(`/v1/sandbox/card-accounts/${cardAccountId}`);
}

/** Formats a card account with its current balances. */
function formatSandboxCard(exchange: RequestContext, found: CardWithBalance): SandboxCardAccount {
  return formatCardAccount(exchange, found.card, computeBalances(found), found.details);
}

/** Formats the given members and those that the bank adds. @see D8-card-members */
export function formatCardAccount(
  exchange: RequestContext,
  card: Card,
  balances: Balances,
  details: DetailsOfBalances = {},
): SandboxCardAccount {
  const { resourceId, customerNumber, maskedPan, currency } = card;
  const self = buildCardAccountHref(exchange, resourceId);
  return {
    resourceId,
    customerNumber,
    maskedPan,
    currency,
    ...pickDefinedMembers(card),
    creditLimit: { currency, amount: card.creditLimit },
    relatedAccount: { identification: card.relatedAccount, schemeNameProprietary: 'creditCardAccount' },
    balances: formatSandboxBalances(balances, card).map((balance) => ({
      ...balance,
      ...details[balance.balanceType],
    })),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

/** Selects the optional members; absent ones are omitted. @see D8-card-members */
function pickDefinedMembers({ cardId, cardIdVNo, accountNumber, expiry, name, product, status }: Card) {
  return { cardId, cardIdVNo, accountNumber, expiry, name, product, status };
}

/** Lists all card accounts. @see D8-transaction-list, D8-lists */
export const listSandboxCardAccounts: Handler = function* (exchange) {
  const sorted = sortByNames(yield* listCards(), ({ card }) => [
    card.customerNumber,
    card.maskedPan,
    card.resourceId,
  ]);
  return createOkResult(sorted.map((one) => formatSandboxCard(exchange, one)));
};

/** Creates a card account. @see D8-card-members */
export const createSandboxCardAccount: Handler = function* (exchange) {
  const asked = exchange.body as SandboxCardAccountRequest;
  const refusal = yield* refuseCard(asked);
  if (refusal) return refusal;
  const { balances, creditLimit, ...given } = asked;
  const card = {
    ...given,
    creditLimit: creditLimit.amount,
    ...(yield* deriveCardNames(exchange.world, asked)),
  };
  yield* insertCard(card);
  yield* open(exchange.world, card, balances ?? []);
  const made = yield* findCardWithBalance(card.resourceId);
  return createAddedResult(
    buildCardAccountHref(exchange, card.resourceId),
    made && formatSandboxCard(exchange, made),
  );
};

/** Refuses an invalid card account; faults are in the order of the members. */
function* refuseCard(asked: SandboxCardAccountRequest): Op<Refusal | undefined> {
  const { customerNumber, currency, creditLimit, balances = [] } = asked;
  const path = 'creditLimit.currency';
  const faults = [
    ...(yield* checkCustomer(customerNumber)),
    ...(creditLimit.currency === currency
      ? []
      : [{ path, text: `${path} must be the card account's currency, ${currency}` }]),
    ...checkCurrencies(balances, currency, 'balances'),
  ];
  return faults.length > 0 ? refuseBody(faults) : undefined;
}

/** Derives the card's id and the reference that payments use for it. @see D8-card-key */
function* deriveCardNames(
  { seed }: BankState,
  { customerNumber, maskedPan }: SandboxCardAccountRequest,
): Op<Pick<CardAccount, 'resourceId' | 'relatedAccount'>> {
  const key = buildNaturalKey('card account', customerNumber, maskedPan);
  const use = yield* countUse(key);
  return {
    resourceId: deriveIdOfUse(seed, key, use),
    relatedAccount: deriveIdOfUse(seed, buildRelatedKey(key), use),
  };
}

function* open(
  world: BankState,
  { resourceId: id, currency }: Pick<CardAccount, 'resourceId' | 'currency'>,
  given: NonNullable<SandboxCardAccountRequest['balances']>,
): Op<void> {
  const set = parseBalances(given, currency);
  if (!set) return;
  yield* keepCardBalances(id, set.adjustmentMinor, parseBalanceDetails(given));
  yield* bookDifference(world, 'opening', { id, currency, differenceMinor: set.closingBookedMinor });
}

const loadCard = requireFound('card account', (exchange) =>
  findCardWithBalance(exchange.param('mockCardAccountId')),
);

/** Returns one card account. @see D1-sandbox-card-accounts */
export const readSandboxCardAccount = createResourceHandler(loadCard, (exchange, found) =>
  createOkResult(formatSandboxCard(exchange, found)),
);

/** Stores a card's balances with their details. @see D8-card-members */
export const updateSandboxCardAccountBalances = createResourceHandler(
  loadCard,
  function* (exchange, { card: { resourceId: id, currency }, balanceMinor }) {
    const given = exchange.body as readonly (GivenBalance & BalanceDetails)[];
    const keep = (set: bigint) => keepCardBalances(id, set, parseBalanceDetails(given));
    const refusal = yield* setBalances(exchange.world, given, { id, currency, balanceMinor }, keep);
    if (refusal) return refusal;
    const after = yield* findCardWithBalance(id);
    return createOkResult(after && formatSandboxCard(exchange, after));
  },
);

/** Deletes a card account. @see D8-deleting */
export const deleteSandboxCardAccount = createDeleteHandler('card account', (exchange) =>
  findOwnedCard(exchange.param('mockCardAccountId')),
);

/**
 * Adds transactions to a card account's list without a change of its balance. If one item is invalid, nothing is
 * stored.
 * @see D8-card-transaction-members, D8-card-balance
 */
export const createSandboxCardTransactions = createResourceHandler(loadCard, function* (exchange, found) {
  const given = exchange.body as readonly CardTransaction[];
  const { resourceId: id, currency } = found.card;
  const faults = checkCardTransactions(given, { currency, today: formatOsloDate(exchange.world.bankNow) });
  if (faults.length > 0) return refuseBody(faults);
  const cardTransactionIds = given.map(({ cardTransactionId }) => cardTransactionId);
  const changes = computeCardChanges(
    given,
    yield* findCardTransactions(id, [...new Set(cardTransactionIds)]),
  );
  if (!changes.ok) {
    const path = `[${changes.place}].cardTransactionId`;
    const text = `${path} is already used by another transaction on this card: send another one`;
    return refuse(409, 'CONFLICT', text, path);
  }
  yield* deleteCardTransactions(id, changes.replaced);
  yield* insertCardTransactions(
    id,
    changes.made.map((one) => ({ sequence: takeSequence(exchange.world), given: one })),
  );
  const json: SandboxCardTransactionsCreated = { cardTransactionIds };
  return createAddedResult(`${buildCardAccountHref(exchange, id)}/transactions`, json);
});

/** Lists the transactions of a card account. @see D8-card-transaction-list */
export const listSandboxCardTransactions = createResourceHandler(loadCard, function* (exchange, { card }) {
  const { resourceId: id, maskedPan } = card;
  const page = parsePage(exchange.query);
  if (isRefusal(page)) return page;
  const wanted = exchange.query.get('bookingStatus')?.toLowerCase() as CardBookingStatus;
  const booked = wanted === 'pending' ? [] : yield* listCardTransactions(id, false, page);
  const pending = wanted === 'booked' ? [] : yield* listCardTransactions(id, true, page);
  return createOkResult<SandboxCardTransactions>({
    cardAccount: { maskedPan },
    cardTransactions: {
      booked: booked.map(formatSandboxCardTransaction),
      pending: pending.map(({ cardTransactionId }) => cardTransactionId),
    },
  });
});

/** Formats a card transaction. @see I-sandbox-card-transactions */
function formatSandboxCardTransaction(given: CardTransaction): SandboxCardTransaction {
  const { cardTransactionId, bookingDate, transactionDate } = given;
  const { transactionAmount, originalAmount, merchantCategoryCode } = given;
  return {
    ...{ cardTransactionId, bookingDate, transactionDate },
    ...{ transactionAmount, originalAmount, merchantCategoryCode },
  };
}

/**
 * The query rule of bookingStatus, case-insensitive as all codes of the sandbox.
 * @see D8-card-transaction-list, D3-sandbox-case
 */
const BOOKING_STATUS: QueryRule = {
  name: 'bookingStatus',
  holds: (value) => (CARD_BOOKING_STATUSES as readonly string[]).includes(value.toLowerCase()),
  expected: 'booked, pending or both',
  isRequired: true,
};

/** The routes of sandbox card accounts. @see D1-sandbox-card-accounts */
export const CARD_ACCOUNT_ROUTES: readonly Route[] = [
  defineRoute('list sandbox card accounts', listSandboxCardAccounts),
  defineRoute('create sandbox card account', createSandboxCardAccount, { body: () => sandboxCardAccount }),
  defineRoute('read sandbox card account', readSandboxCardAccount),
  defineRoute('delete sandbox card account', deleteSandboxCardAccount),
  defineRoute('update sandbox card account balances', updateSandboxCardAccountBalances, {
    body: () => sandboxCardBalances,
  }),
  defineRoute('create sandbox card account transactions', createSandboxCardTransactions, {
    body: () => sandboxCardTransactions,
  }),
  defineRoute('list sandbox card account transactions', listSandboxCardTransactions, {
    query: [BOOKING_STATUS, ...PAGE],
  }),
];
