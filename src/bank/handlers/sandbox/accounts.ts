import type { Op } from '../../../store/contract.ts';
import { checkBban, convertToIban, extractBban } from '../../../values/iban.ts';
import { limitToInt32 } from '../../../values/int32.ts';
import type { KidPolicy } from '../../../values/kid.ts';
import { floorToWhole } from '../../../values/money.ts';
import { formatOsloDate } from '../../../values/oslo.ts';
import { getOutcome } from '../../../values/outcome-accounts.ts';
import type {
  SandboxAccount,
  SandboxCardAccount,
  SandboxCardTransaction,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
  SandboxTransaction,
  SandboxTransactionsCreated,
} from '../../../wire/answers/sandbox.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import {
  CARD_BOOKING_STATUSES,
  type CardBookingStatus,
  type SandboxAccountRequest,
  type SandboxCardAccountRequest,
  sandboxAccount,
  sandboxBalances,
  sandboxCardAccount,
  sandboxCardBalances,
  sandboxCardTransactions,
  sandboxTransactions,
} from '../../../wire/sandbox.ts';
import {
  createAddedResult,
  createOkResult,
  isRefusal,
  type Refusal,
  refuse,
  refuseBody,
} from '../../answer.ts';
import {
  buildNaturalKey,
  buildRelatedKey,
  deriveIdOfUse,
  deriveTransactionId,
  parseOrdinal,
} from '../../domain/ids.ts';
import { generateBbans } from '../../domain/initial-data.ts';
import { computeExpectedChanges, createEntry, isPending } from '../../domain/ledger.ts';
import {
  type AccountTransaction,
  type CardTransaction,
  checkCardTransactions,
  computeCardChanges,
  computeMovements,
  findFirstBeyondInt32,
  type GivenTransaction,
  listNumbers,
  type Movement,
} from '../../domain/transactions.ts';
import {
  type Account,
  type BalanceDetails,
  type CardAccount,
  type DetailsOfBalances,
  type GivenBalance,
  parseBalanceDetails,
} from '../../domain/world.ts';
import { createTransaction, deriveStem, findBookedTransaction } from '../../life/transactions.ts';
import type { QueryRule, RequestContext } from '../../request-context.ts';
import {
  createReadHandler,
  createResourceHandler,
  defineRoute,
  type Handler,
  type Route,
  requireFound,
} from '../../routes/route.ts';
import {
  type CardWithBalance,
  deleteCardTransactions,
  findAccount,
  findAccountWithBalance,
  findCardTransactions,
  findCardWithBalance,
  findForeignNumbers,
  findOwnedAccount,
  findOwnedCard,
  insertAccount,
  insertCard,
  insertCardTransactions,
  keepCardBalances,
  listAccounts,
  listCards,
  listCardTransactions,
  setAdjustment,
} from '../../store/tables/accounts.ts';
import { addToTotals, book } from '../../store/tables/ledger.ts';
import { AT_START, createBookedList } from '../../store/tables/lists.ts';
import { countUse, findKidPolicy, insertKidEntry, listKidPolicies } from '../../store/tables/numbers.ts';
import { listPendingTo } from '../../store/tables/payments.ts';
import { findLastIds, insertTransactions } from '../../store/tables/transactions.ts';
import { type BankState, takeSequence } from '../../store/tables/world.ts';
import {
  type Balances,
  checkCurrencies,
  checkCustomer,
  computeBalances,
  createDeleteHandler,
  createId,
  formatSandboxBalances,
  openBalances,
  PAGE,
  parsePage,
  setBalances,
  sortByNames,
} from './resources.ts';

function buildAccountHref(exchange: RequestContext, accountId: string): string {
  return exchange.href(`/v1/sandbox/accounts/${accountId}`);
}

/** Formats an account with its links. @see I-sandbox-account, D8-account-kid */
export function formatSandboxAccount(
  exchange: RequestContext,
  account: Omit<Account, 'openingMinor'>,
  balances: Balances,
  kid?: KidPolicy,
): SandboxAccount {
  const self = buildAccountHref(exchange, account.id);
  return {
    ...account,
    balances: formatSandboxBalances(balances, account),
    kid,
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

/** Finds and formats an account with its current balances; undefined if it doesn't exist. */
function* showAccount(exchange: RequestContext, id: string): Op<SandboxAccount | undefined> {
  const found = yield* findAccountWithBalance(id);
  if (!found) return undefined;
  const kid = yield* findKidPolicy(found.account.bban);
  return formatSandboxAccount(exchange, found.account, computeBalances(found), kid);
}

/** Lists all sandbox accounts. @see I-sandbox-account */
const listSandboxAccounts: Handler = function* (exchange) {
  const accounts = yield* listAccounts();
  const kids = yield* listKidPolicies();
  const sorted = sortByNames(accounts, ({ account: { customerNumber, accountName, bban } }) => {
    return [customerNumber, accountName, bban];
  });
  return createOkResult(
    sorted.map((one) =>
      formatSandboxAccount(exchange, one.account, computeBalances(one), kids.get(one.account.bban)),
    ),
  );
};

/** Creates a sandbox account. @see D8-account-members, D8-account-kid */
const createSandboxAccount: Handler = function* (exchange) {
  const asked = exchange.body as SandboxAccountRequest;
  const refusal = yield* refuseAccount(asked);
  if (refusal) return refusal;
  const numbered = yield* assignNumber(exchange.world, asked);
  if (!numbered) return refuse(409, 'CONFLICT', 'no free bban was found: send one', 'bban');
  const { id, bban } = numbered;
  const { customerNumber, accountName, currency, balances = [], kid } = asked;
  const { product = accountName, cashAccountType = 'CACC', creditLine = 0 } = asked;
  yield* insertAccount({
    ...{ id, customerNumber, accountName, bban, iban: convertToIban(bban) },
    ...{ currency, product, cashAccountType, creditLine },
  });
  if (kid !== undefined) yield* insertKidEntry({ bban, ...kid });
  yield* addPendingPayments({ id, bban, currency });
  yield* openBalances(exchange.world, balances, { id, currency }, function* (set) {
    if (set !== 0n) yield* setAdjustment(id, set);
  });
  return createAddedResult(buildAccountHref(exchange, id), {
    ...(yield* showAccount(exchange, id)),
    tppMessages: listWarnings(bban, asked),
  });
};

/** Refuses an invalid body or an account number that is in use. */
function* refuseAccount(asked: SandboxAccountRequest): Op<Refusal | undefined> {
  const { customerNumber, currency, balances = [] } = asked;
  const faults = [
    ...(yield* checkCustomer(customerNumber)),
    ...checkCurrencies(balances, currency, 'balances'),
  ];
  if (faults.length > 0) return refuseBody(faults);
  const bban = getRequestedBban(asked);
  if (bban === undefined) return undefined;
  if (!(yield* isTaken(bban))) return yield* refuseKid(bban, asked);
  const member = asked.bban === undefined ? 'iban' : 'bban';
  return refuse(409, 'CONFLICT', `this ${member} is taken: send another one, or none`, member);
}

/** Refuses a KID policy for a number that has one in the register. @see D8-account-kid */
function* refuseKid(bban: string, { kid }: SandboxAccountRequest): Op<Refusal | undefined> {
  if (kid === undefined || (yield* findKidPolicy(bban)) === undefined) return undefined;
  return refuse(409, 'CONFLICT', "kid of this bban is in the bank's register: leave kid out", 'kid');
}

/** Returns true if the number belongs to an account here or is an outcome account. @see D8-number-taken */
function* isTaken(bban: string): Op<boolean> {
  return getOutcome(bban) !== undefined || (yield* findAccount(bban)) !== undefined;
}

function getRequestedBban({ bban, iban }: SandboxAccountRequest): string | undefined {
  return bban ?? (iban === undefined ? undefined : extractBban(iban));
}

/**
 * Assigns the account's id and bban. The natural key of an account with a generated bban contains its name.
 * @returns undefined if no bban is free
 * @see D8-natural-key
 */
function* assignNumber(
  world: BankState,
  asked: SandboxAccountRequest,
): Op<{ readonly id: string; readonly bban: string } | undefined> {
  const given = getRequestedBban(asked);
  if (given !== undefined)
    return { id: yield* createId(world, buildNaturalKey('account', given)), bban: given };
  const key = buildNaturalKey('made account', asked.customerNumber, asked.accountName);
  const use = yield* countUse(key);
  for (const bban of generateBbans(world.seed, key, use)) {
    if ((yield* findAccount(bban)) === undefined) return { id: deriveIdOfUse(world.seed, key, use), bban };
  }
  return undefined;
}

/** Adds the payments that were already pending to the number of a new account. @see D9-expected-balance */
function* addPendingPayments({ id, bban, currency }: Pick<Account, 'id' | 'bban' | 'currency'>): Op<void> {
  const pending = (yield* listPendingTo(bban)).filter(isPending);
  const expected = pending.flatMap((payment) => computeExpectedChanges(payment, { id, currency }));
  yield* addToTotals(expected.filter(({ account }) => account === id));
}

/**
 * Lists the warnings of an account: the sandbox accepts any 11 digits, but payments require a valid bban.
 * @see D4-sandbox-bban
 */
function listWarnings(bban: string, asked: SandboxAccountRequest): readonly TppMessage[] | undefined {
  const fault = checkBban(bban);
  if (fault === undefined) return undefined;
  const member = asked.bban === undefined ? 'iban' : 'bban';
  const text = `bban ${fault}: a payment to this account would be refused`;
  return [message('WARNING', 'FORMAT_ERROR', text, member)];
}

/** Returns one sandbox account. @see I-sandbox-account */
const readSandboxAccount = createReadHandler(
  'account',
  (exchange) => showAccount(exchange, exchange.param('mockAccountId')),
  (_, account) => [account],
);

const loadAccount = requireFound('account', (exchange) =>
  findAccountWithBalance(exchange.param('mockAccountId')),
);

/** Sets the balances of a sandbox account. @see I-sandbox-balance-update */
const updateSandboxAccountBalances = createResourceHandler(loadAccount, function* (exchange, found) {
  const { account, balanceMinor } = found;
  const given = exchange.body as readonly GivenBalance[];
  const keep = (set: bigint) => setAdjustment(account.id, set);
  const refusal = yield* setBalances(exchange.world, given, { ...account, balanceMinor }, keep);
  return refusal ?? createOkResult(yield* showAccount(exchange, account.id));
});

/** Deletes a sandbox account. @see D8-deleting */
const deleteSandboxAccount = createDeleteHandler('account', (exchange) =>
  findOwnedAccount(exchange.param('mockAccountId')),
);

/** The routes of sandbox accounts. @see D1-sandbox-accounts */
export const ACCOUNT_ROUTES: readonly Route[] = [
  defineRoute('list sandbox accounts', listSandboxAccounts),
  defineRoute('create sandbox account', createSandboxAccount, { body: () => sandboxAccount }),
  defineRoute('read sandbox account', readSandboxAccount),
  defineRoute('delete sandbox account', deleteSandboxAccount),
  defineRoute('update sandbox account balances', updateSandboxAccountBalances, {
    body: () => sandboxBalances,
  }),
];

/** Formats a transaction in whole units; the parties show its direction. @see D8-transaction-shape */
function formatSandboxTransaction(
  exchange: RequestContext,
  accountId: string,
  { transactionId, bookingDate, valueDate, currency, amountMinor, details }: AccountTransaction,
): SandboxTransaction {
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const self = link(`${buildAccountHref(exchange, accountId)}/transactions/${transactionId}`, 'GET');
  return {
    transactionId,
    amount: limitToInt32(floorToWhole(size, currency)),
    currency,
    valueDate,
    bookingDate,
    ...details,
    _links: { self },
  };
}

/**
 * Adds transactions to an account's list and books them against NOSTRO. If one item is invalid, nothing is stored.
 * @see I-sandbox-transaction
 * @see D8-all-or-nothing, D8-transaction-parties
 */
const createSandboxTransactions = createResourceHandler(loadAccount, function* (exchange, found) {
  const given = exchange.body as readonly GivenTransaction[];
  const { account, balanceMinor } = found;
  const { id } = account;
  const debtors = new Set(given.flatMap(({ debtorAccount }) => listNumbers(debtorAccount)));
  const others = yield* findForeignNumbers([...debtors], id);
  const decided = computeMovements(given, { account, others, today: formatOsloDate(exchange.world.bankNow) });
  if (!decided.ok) return refuseBody(decided.faults);
  const beyond = findFirstBeyondInt32(balanceMinor, decided.movements, account.currency);
  if (beyond !== undefined) {
    const path = `[${beyond}].amount`;
    return refuse(409, 'CONFLICT', `${path} would move the balance out of the int32 range`, path);
  }
  const named = yield* assignTransactionIds(exchange.world, id, decided.movements);
  yield* store(exchange.world, id, named);
  const transactionIds = named.map(({ transactionId }) => transactionId);
  const json: SandboxTransactionsCreated = { transactionIds };
  return createAddedResult(`${buildAccountHref(exchange, id)}/transactions`, json);
});

interface IdentifiedMovement extends Movement {
  readonly transactionId: string;
}

/** Assigns transaction ids; an ordinal distinguishes equal transactions. @see D8-natural-key */
export function* assignTransactionIds(
  world: BankState,
  account: string,
  movements: readonly Movement[],
): Op<readonly IdentifiedMovement[]> {
  const { seed } = world;
  const stemmed = movements.map((movement) => {
    const { bookingDate } = movement.given;
    return { movement, bookingDate, stem: deriveStem(seed, account, movement.given) };
  });
  const last = yield* findLastIds(account, [...new Map(stemmed.map((one) => [one.stem, one])).values()]);
  const ordinals = new Map<string, number>();
  for (const [stem, id] of last) ordinals.set(stem, parseOrdinal(seed, id));
  return stemmed.map(({ movement, stem }) => {
    const ordinal = (ordinals.get(stem) ?? 0) + 1;
    ordinals.set(stem, ordinal);
    return { ...movement, transactionId: deriveTransactionId(seed, stem, ordinal) };
  });
}

function* store(world: BankState, account: string, named: readonly IdentifiedMovement[]): Op<void> {
  const numbered = named.map((one) => ({ ...one, booking: takeSequence(world) }));
  yield* book(
    numbered.map(({ booking: sequence, given, movedMinor }) => {
      const entry = createEntry('NOSTRO', account, given.currency, movedMinor);
      return { sequence, kind: 'transaction', bookedAt: world.bankNow, entry };
    }),
  );
  yield* insertMovements(account, numbered);
}

/** Adds booked transactions to an account's list, each with the number of its booking. */
export function* insertMovements(
  account: string,
  booked: readonly (IdentifiedMovement & { readonly booking: bigint })[],
): Op<void> {
  yield* insertTransactions(
    booked.map(({ booking, given, movedMinor: amountMinor, transactionId }) => {
      // The details have no columns of their own.
      const { amount: _, currency, valueDate, bookingDate, ...details } = given;
      const from = { transactionId, details };
      return { account, bookingDate, valueDate, currency, amountMinor, booking, from };
    }),
  );
}

/** Lists the manual transactions and those of payments, newest first. @see D8-one-list */
const listSandboxTransactions = createResourceHandler(loadAccount, function* (exchange, found) {
  const account = found.account.id;
  const page = parsePage(exchange.query);
  if (isRefusal(page)) return page;
  const { fromDate, toDate, limit, offset } = page;
  const rows = yield* createBookedList({ account, fromDate, toDate }).rows(AT_START, limit, offset);
  return createOkResult(
    rows.map(({ item }) =>
      formatSandboxTransaction(exchange, account, createTransaction(exchange.world, item)),
    ),
  );
});

/** Returns one transaction. @see D1-sandbox-accounts */
const readSandboxTransaction = createReadHandler(
  'transaction',
  (exchange) =>
    findBookedTransaction(
      exchange.world,
      exchange.param('mockAccountId'),
      exchange.param('mockTransactionId'),
    ),
  (exchange, found) => formatSandboxTransaction(exchange, exchange.param('mockAccountId'), found),
);

/** The routes of sandbox transactions. @see D1-sandbox-accounts */
export const ACCOUNT_TRANSACTION_ROUTES: readonly Route[] = [
  defineRoute('create sandbox account transactions', createSandboxTransactions, {
    body: () => sandboxTransactions,
  }),
  defineRoute('list sandbox account transactions', listSandboxTransactions, { query: PAGE }),
  defineRoute('read sandbox account transaction', readSandboxTransaction),
];

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
  const { creditLimit: amount, relatedAccount: identification, ...members } = card;
  const self = buildCardAccountHref(exchange, card.resourceId);
  return {
    ...members,
    creditLimit: { currency: card.currency, amount },
    relatedAccount: { identification, schemeNameProprietary: 'creditCardAccount' },
    balances: formatSandboxBalances(balances, card).map((balance) => ({
      ...balance,
      ...details[balance.balanceType],
    })),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

/** Lists all card accounts. @see D8-transaction-list, D8-lists */
const listSandboxCardAccounts: Handler = function* (exchange) {
  const sorted = sortByNames(yield* listCards(), ({ card: { customerNumber, maskedPan, resourceId } }) => {
    return [customerNumber, maskedPan, resourceId];
  });
  return createOkResult(sorted.map((one) => formatSandboxCard(exchange, one)));
};

/** Creates a card account. @see D8-card-members */
const createSandboxCardAccount: Handler = function* (exchange) {
  const asked = exchange.body as SandboxCardAccountRequest;
  const refusal = yield* refuseCard(asked);
  if (refusal) return refusal;
  const { balances = [], creditLimit, ...given } = asked;
  const card = {
    ...given,
    creditLimit: creditLimit.amount,
    ...(yield* deriveCardNames(exchange.world, asked)),
  };
  yield* insertCard(card);
  const { resourceId: id, currency } = card;
  yield* openBalances(exchange.world, balances, { id, currency }, (set) =>
    keepCardBalances(id, set, parseBalanceDetails(balances)),
  );
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

const loadCard = requireFound('card account', (exchange) =>
  findCardWithBalance(exchange.param('mockCardAccountId')),
);

/** Returns one card account. @see D1-sandbox-card-accounts */
const readSandboxCardAccount = createResourceHandler(loadCard, (exchange, found) =>
  createOkResult(formatSandboxCard(exchange, found)),
);

/** Stores a card's balances with their details. @see D8-card-members */
const updateSandboxCardAccountBalances = createResourceHandler(
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
const deleteSandboxCardAccount = createDeleteHandler('card account', (exchange) =>
  findOwnedCard(exchange.param('mockCardAccountId')),
);

/**
 * Adds transactions to a card account's list without a change of its balance. If one item is invalid, nothing is
 * stored.
 * @see D8-card-transaction-members, D8-card-balance
 */
const createSandboxCardTransactions = createResourceHandler(loadCard, function* (exchange, found) {
  const given = exchange.body as readonly CardTransaction[];
  const { resourceId: id, currency } = found.card;
  const faults = checkCardTransactions(given, { currency, today: formatOsloDate(exchange.world.bankNow) });
  if (faults.length > 0) return refuseBody(faults);
  const cardTransactionIds = given.map(({ cardTransactionId }) => cardTransactionId);
  const stored = yield* findCardTransactions(id, [...new Set(cardTransactionIds)]);
  const changes = computeCardChanges(given, stored);
  if (!changes.ok) {
    const path = `[${changes.place}].cardTransactionId`;
    const text = `${path} is already used by another transaction on this card: send another one`;
    return refuse(409, 'CONFLICT', text, path);
  }
  yield* deleteCardTransactions(id, changes.replaced);
  const rows = changes.made.map((one) => ({ sequence: takeSequence(exchange.world), given: one }));
  yield* insertCardTransactions(id, rows);
  const json: SandboxCardTransactionsCreated = { cardTransactionIds };
  return createAddedResult(`${buildCardAccountHref(exchange, id)}/transactions`, json);
});

/** Lists the transactions of a card account. @see D8-card-transaction-list */
const listSandboxCardTransactions = createResourceHandler(loadCard, function* (exchange, { card }) {
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
