import type { Op } from '../../../store/contract.ts';
import { convertWholeToMinor, parseAmount } from '../../../values/money.ts';
import { isIsoPurposeCode } from '../../../values/purpose.ts';
import { fixInForce } from '../../../wire/accept-fix.ts';
import type {
  CardTransaction,
  CardTransactionList,
  Transaction,
  TransactionDetails,
  TransactionList,
} from '../../../wire/answers/information.ts';
import { link } from '../../../wire/link.ts';
import { createOkResult, isRefusal, refuseUnknownResource } from '../../answer.ts';
import { derivePaymentTransactionId } from '../../domain/ids.ts';
import { computeExpectedChanges, type Party } from '../../domain/ledger.ts';
import {
  type AccountTransaction,
  buildPaymentDetails,
  type CardTransaction as Given,
  getPaymentReferences,
  type PartyAccount,
} from '../../domain/transactions.ts';
import type { CardAccount } from '../../domain/world.ts';
import { checkDates, isWithinHour, limitDailyCalls, loadPsu, requireConsent } from '../../guards/psu.ts';
import {
  createTransaction,
  findBookedTransaction,
  findPaymentOfTransactionId,
} from '../../life/transactions.ts';
import { formatAmountOfRequest } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import {
  checkDate,
  checkOneOf,
  checkWholeNumber,
  createResourceHandler,
  defineRoute,
  type Route,
} from '../../routes/route.ts';
import type { AccountWithBalance } from '../../store/tables/accounts.ts';
import {
  createBookedCardList,
  createBookedList,
  createPendingCardList,
  createPendingList,
  findOldestBooked,
  findOldestExecution,
  findOldestPurchase,
  findPendingPayment,
  type PendingPayment,
} from '../../store/tables/lists.ts';
import type { BankState } from '../../store/tables/world.ts';
import { dropLongOrEmptyText, LIMITS, loadAccount, loadCard, READ_ACCOUNT } from './accounts.ts';
import { findEarliest, isOldHistory, parseListQuery, readReport, refuseHistory } from './report.ts';

/** Lists the transactions of an account. @see D7-transaction-list */
export const listAccountTransactions = createResourceHandler(loadAccount, function* (exchange, found) {
  const { id, bban, iban, currency } = found.account;
  const asked = yield* parseListQuery(exchange, false, () => findOldest(found));
  if (isRefusal(asked)) return asked;
  const report = yield* readReport(exchange, {
    asked,
    path: `/v1/accounts/${id}`,
    tellsAllPending: exchange.settings.policy === 'production',
    bookedOf: (some) => createBookedList({ account: id, ...some }),
    pendingOf: (some) => createPendingList({ account: id, number: bban, ...some }),
  });
  if (isRefusal(report)) return report;
  const { booked, pending, links } = report;
  const present = (one: PresentableTransaction) => formatTransaction(exchange, one);
  return createOkResult<TransactionList>({
    account: { bban, iban, currency },
    transactions: {
      booked: booked?.map((one) => present(createTransaction(exchange.world, one))),
      pending: pending?.map((one) => present(buildPendingTransaction(exchange.world, one, found.account))),
      _links: { account: link(exchange.href(`/v1/accounts/${id}`), 'GET'), ...links },
    },
  });
});

function* findOldest({ account: { id, bban } }: AccountWithBalance): Op<string | undefined> {
  return findEarliest(yield* findOldestBooked(id), yield* findOldestExecution(id, bban));
}

/** Lists a card's payments and manual transactions. @see D7-card-list */
export const listCardAccountTransactions = createResourceHandler(loadCard, function* (exchange, found) {
  const { resourceId: id, maskedPan } = found.card;
  const asked = yield* parseListQuery(exchange, true, () => findOldestOfCard(id));
  if (isRefusal(asked)) return asked;
  const path = `/v1/card-accounts/${id}`;
  const report = yield* readReport(exchange, {
    asked,
    path,
    tellsAllPending: false,
    bookedOf: (some) => createBookedCardList({ account: id, ...some }),
    pendingOf: (some) => createPendingCardList({ account: id, ...some }),
  });
  if (isRefusal(report)) return report;
  const { booked, pending, links } = report;
  const present = createCardFormatter(exchange, found.card);
  const party: Party = { id, currency: found.card.currency };
  return createOkResult<CardTransactionList>({
    cardAccount: { maskedPan },
    cardTransactions: {
      booked: booked?.map((one) =>
        'given' in one ? present.given(one.given) : present.paid(createTransaction(exchange.world, one.paid)),
      ),
      pending: pending?.map((one) =>
        'given' in one
          ? present.given(one.given)
          : present.paid(buildPendingTransaction(exchange.world, one.paid, party)),
      ),
      _links: { cardAccount: link(exchange.href(path), 'GET'), ...links },
    },
  });
});

function* findOldestOfCard(card: string): Op<string | undefined> {
  const pending = findEarliest(yield* findOldestExecution(card), yield* findOldestPurchase(card));
  return findEarliest(yield* findOldestBooked(card), pending);
}

/** Returns one booked or pending transaction by its id in the list. @see D7-transaction-details */
export const readAccountTransaction = createResourceHandler(loadAccount, function* (exchange, account) {
  const found = yield* findTransaction(exchange.world, account, exchange.param('transactionId'));
  if (!found) return refuseUnknownResource('transaction');
  const isOld = found.bookingDate !== undefined && isOldHistory(found.bookingDate, exchange.world);
  if (isOld && !(yield* isWithinHour(exchange))) return yield* refuseHistory(exchange);
  const transactionDetails = formatTransaction(exchange, found);
  return createOkResult<TransactionDetails>({ transactionsDetails: { transactionDetails } });
});

function* findTransaction(
  world: BankState,
  { account }: AccountWithBalance,
  id: string,
): Op<PresentableTransaction | undefined> {
  const booked = yield* findBookedTransaction(world, account.id, id);
  const payment = booked ? undefined : findPaymentOfTransactionId(world, id);
  if (!payment) return booked;
  const pending = yield* findPendingPayment(payment, { account: account.id, number: account.bban });
  return pending && buildPendingTransaction(world, pending, account);
}

/**
 * Builds the pending transaction of a payment on one of its accounts; the booked one has the same id.
 * @see D7-pending, D7-payment-transaction-id
 */
function buildPendingTransaction(
  { seed }: BankState,
  { payment, side, debtorName }: PendingPayment,
  account: Party,
): PresentableTransaction {
  const changes = computeExpectedChanges(payment, side === 'creditor' ? account : undefined);
  const [paid, received] = changes;
  const change = side === 'creditor' ? received : paid;
  if (!change) throw new Error(`payment ${payment.paymentId} has no amount to move`);
  return {
    transactionId: derivePaymentTransactionId(seed, payment.sequence, side),
    valueDate: payment.effectiveDate,
    currency: change.currency,
    amountMinor: change.pendingMinor ?? 0n,
    details: buildPaymentDetails(payment, debtorName, side),
    references: getPaymentReferences(payment.initiation),
  };
}

/** A booked transaction, or a pending one without a booking date. */
type PresentableTransaction = Omit<AccountTransaction, 'bookingDate'> &
  Partial<Pick<AccountTransaction, 'bookingDate'>>;

/** Formats a transaction of an account. @see D7-transaction-item, D7-left-out */
function formatTransaction(exchange: RequestContext, given: PresentableTransaction): Transaction {
  const { transactionId, bookingDate, valueDate, amountMinor, currency, details, references } = given;
  const { remittanceInformationUnstructured: unstructured } = details;
  const { structured = [] } = references ?? {};
  return {
    transactionId,
    entryReference: bookingDate === undefined ? undefined : transactionId,
    endToEndId: references?.endToEndId || undefined,
    bookingDate,
    valueDate,
    transactionAmount: formatAmountOfRequest(exchange, amountMinor, currency),
    creditorId: dropLongOrEmptyText(LIMITS.creditorId, details.creditorId),
    creditorName: dropLongOrEmptyText(LIMITS.partyName, details.creditorName),
    creditorAccount: formatPartyAccount(details.creditorAccount),
    ultimateCreditor: dropLongOrEmptyText(LIMITS.partyName, details.ultimateCreditor),
    debtorName: dropLongOrEmptyText(LIMITS.partyName, details.debtorName),
    debtorAccount: formatPartyAccount(details.debtorAccount),
    ultimateDebtor: dropLongOrEmptyText(LIMITS.partyName, details.ultimateDebtor),
    remittanceInformationUnstructured: dropLongOrEmptyText(LIMITS.remittance, unstructured),
    remittanceInformationStructuredArray: structured.length > 0 ? [...structured] : undefined,
    purposeCode: isIsoPurposeCode(details.purposeCode) ? details.purposeCode : undefined,
    bankTransactionCode: details.bankTransactionCode || undefined,
  };
}

/** The format of an IBAN in the standard. */
const IBAN = /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/;
const BBAN = /^[a-zA-Z0-9]{1,30}$/;

function formatPartyAccount({ iban, bban }: PartyAccount): Transaction['creditorAccount'] {
  const shown = { bban: BBAN.test(bban) ? bban : undefined, iban: IBAN.test(iban) ? iban : undefined };
  return shown.bban || shown.iban ? shown : undefined;
}

/** The formatters of one card's transactions. */
interface CardPresenter {
  /** Formats a manual transaction. */
  readonly given: (given: Given) => CardTransaction;
  /** Formats a transaction of a payment from the card. */
  readonly paid: (paid: PresentableTransaction) => CardTransaction;
}

/** Creates the formatters of one card's transactions. @see D7-card-transaction, D7-left-out */
function createCardFormatter(
  exchange: RequestContext,
  { maskedPan }: Pick<CardAccount, 'maskedPan'>,
): CardPresenter {
  const shown = (minor: bigint, currency: Given['markupFee']['currency']) =>
    formatAmountOfRequest(exchange, minor, currency);
  const whole = ({ amount, currency }: Given['markupFee']) =>
    shown(convertWholeToMinor(amount, currency), currency);
  const switched = createAmountOrder(exchange);
  return {
    given: (given) => ({
      ...withoutAmounts(given, maskedPan),
      ...switched(whole(given.transactionAmount), whole(given.originalAmount)),
      markupFee: whole(given.markupFee),
    }),
    paid: ({ transactionId, bookingDate, amountMinor, currency, details, references }) => {
      const amount = shown(amountMinor, currency);
      const { remittanceInformationUnstructured: text } = details;
      const { amount: sent, currency: instructed } = references?.instructed ?? amount;
      const minor = parseAmount(sent, instructed);
      const original = minor === undefined ? amount : shown(-minor, instructed);
      return {
        cardTransactionId: transactionId,
        transactionDate: bookingDate,
        bookingDate,
        ...switched(amount, original),
        maskedPAN: dropLongOrEmptyText(LIMITS.maskedPan, maskedPan),
        transactionDetails: dropLongOrEmptyText(LIMITS.cardDetails, text || details.creditorName),
        proprietaryBankTransactionCode: details.bankTransactionCode,
      };
    },
  };
}

type Amounts = Pick<CardTransaction, 'transactionAmount' | 'originalAmount'>;
type Amount = CardTransaction['transactionAmount'];

/**
 * Returns a function that assigns the two amounts: swapped, as before the fix became the default, or in order.
 * @see D3-accept-fix-card-amounts
 */
function createAmountOrder(exchange: RequestContext) {
  const isRight = fixInForce('cardAmounts', exchange.headerList('x-accept-fix'), exchange.world.bankNow);
  return (transactionAmount: Amount, originalAmount: Amount): Amounts =>
    isRight
      ? { transactionAmount, originalAmount }
      : { transactionAmount: originalAmount, originalAmount: transactionAmount };
}

/** The length in the standard. */
const MERCHANT_CODE_LENGTH = 4;

function withoutAmounts(given: Given, maskedPan: string): Omit<CardTransaction, keyof Amounts> {
  const { cardTransactionId, merchantCategoryCode, invoiced, proprietaryBankTransactionCode: code } = given;
  const isCode = [...merchantCategoryCode].length === MERCHANT_CODE_LENGTH;
  return {
    cardTransactionId: cardTransactionId || undefined,
    terminalId: dropLongOrEmptyText(LIMITS.terminal, given.terminalId),
    transactionDate: given.transactionDate || undefined,
    bookingDate: given.bookingDate || undefined,
    markupFeePercentage: given.markupFeePercentage || undefined,
    cardAcceptorId: dropLongOrEmptyText(LIMITS.terminal, given.cardAcceptorId),
    cardAcceptorAddress: formatAddress(given.cardAcceptorAddress),
    merchantCategoryCode: isCode ? merchantCategoryCode : undefined,
    maskedPAN: dropLongOrEmptyText(LIMITS.maskedPan, given.maskedPan || maskedPan),
    transactionDetails: dropLongOrEmptyText(LIMITS.cardDetails, given.transactionDetails),
    invoiced: invoiced === '' ? undefined : invoiced === 'true',
    proprietaryBankTransactionCode: dropLongOrEmptyText(LIMITS.proprietaryCode, code),
  };
}

/** Formats an address with the standard's member names; without a country it is omitted. */
function formatAddress(given: Given['cardAcceptorAddress']): CardTransaction['cardAcceptorAddress'] {
  const { street, buildingNumber, city, postalCode, country } = given;
  if (!country) return undefined;
  return {
    streetName: dropLongOrEmptyText(LIMITS.street, street),
    buildingNumber: buildingNumber || undefined,
    townName: city || undefined,
    postCode: postalCode || undefined,
    country,
  };
}

/**
 * Creates the rules of a transaction list; the dates are checked before the PSU is loaded.
 * @see D7-list-status, D7-list-dates
 */
function createTransactionListRules(
  filtersPending: boolean,
  bookingStatuses: readonly string[],
): Partial<Route> {
  return {
    ...READ_ACCOUNT,
    statefulGuards: [checkDates({ filtersPending }), loadPsu, requireConsent],
    query: [
      { ...checkOneOf('bookingStatus', bookingStatuses), isRequired: true },
      checkDate('dateFrom'),
      checkDate('dateTo'),
      checkWholeNumber('limit', 1),
      checkWholeNumber('offset', 0),
      { name: 'page', holds: (value) => value !== '', expected: 'copied from a link of the list' },
    ],
  };
}

/** The routes of transactions. @see D1-information-paths, D7-list-status */
export const TRANSACTION_ROUTES: readonly Route[] = [
  defineRoute(
    'list account transactions',
    limitDailyCalls(listAccountTransactions),
    createTransactionListRules(false, ['booked', 'pending', 'both', 'all']),
  ),
  defineRoute('read account transaction', limitDailyCalls(readAccountTransaction), READ_ACCOUNT),
  defineRoute(
    'list card account transactions',
    limitDailyCalls(listCardAccountTransactions),
    // The list of a card has no status `all`.
    createTransactionListRules(true, ['booked', 'pending', 'both']),
  ),
];
