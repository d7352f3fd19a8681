import type { Op } from '../../../store/contract.ts';
import { minorOfWhole, parseAmount } from '../../../values/money.ts';
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
import { answerOk, isRefusal, unknownResource } from '../../answer.ts';
import { paymentTransactionId } from '../../domain/ids.ts';
import { expectationsOf, type Party } from '../../domain/ledger.ts';
import {
  type AccountTransaction,
  detailsOfPayment,
  type CardTransaction as Given,
  type PartyAccount,
  referencesOfPayment,
} from '../../domain/transactions.ts';
import type { CardAccount } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { checkDates, fourCalls, isWithinHour, loadPsu, requireConsent } from '../../guards/psu.ts';
import { findBookedTransaction, paymentOf, transactionOf } from '../../life/transactions.ts';
import { shownAmount } from '../../links.ts';
import {
  defineRoute,
  expectDate,
  expectOneOf,
  expectWholeNumber,
  type Handler,
  type Route,
} from '../../routes/route.ts';
import type { AccountWithBalance } from '../../store/tables/accounts.ts';
import {
  bookedCardList,
  bookedList,
  findPendingPayment,
  oldestBooked,
  oldestExecution,
  oldestPurchase,
  type PendingPayment,
  pendingCardList,
  pendingList,
} from '../../store/tables/lists.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { LIMITS, loadAccount, loadCard, READ_ACCOUNT, saidUpTo } from './accounts.ts';
import { askedList, earliest, isOldHistory, readReport, refuseHistory } from './report.ts';

/** @see D7-transaction-list */
export const listAccountTransactions: Handler = function* (exchange, world) {
  const found = yield* loadAccount(exchange, world);
  if (isRefusal(found)) return found;
  const { id, bban, iban, currency } = found.account;
  const asked = yield* askedList(exchange, world, { filtersPending: false, oldest: () => oldestOf(found) });
  if (isRefusal(asked)) return asked;
  const report = yield* readReport(exchange, world, {
    asked,
    path: `/v1/accounts/${id}`,
    tellsAllPending: exchange.settings.policy === 'production',
    bookedOf: (some) => bookedList({ account: id, ...some }),
    pendingOf: (some) => pendingList({ account: id, number: bban, ...some }),
  });
  if (isRefusal(report)) return report;
  const { booked, pending, links } = report;
  const present = (one: ToPresent) => presentTransaction(exchange, world, one);
  return answerOk<TransactionList>({
    account: { bban, iban, currency },
    transactions: {
      ...(booked && { booked: booked.map((one) => present(transactionOf(world, one))) }),
      ...(pending && {
        pending: pending.map((one) => present(pendingTransaction(world, one, found.account))),
      }),
      _links: { account: link(exchange.href(`/v1/accounts/${id}`), 'GET'), ...links },
    },
  });
};

function* oldestOf({ account: { id, bban } }: AccountWithBalance): Op<string | undefined> {
  return earliest(yield* oldestBooked(id), yield* oldestExecution(id, bban));
}

/** What was paid from a card, and its transactions that were made by hand. @see D7-card-list */
export const listCardAccountTransactions: Handler = function* (exchange, world) {
  const found = yield* loadCard(exchange, world);
  if (isRefusal(found)) return found;
  const { resourceId: id, maskedPan } = found.card;
  const asked = yield* askedList(exchange, world, { filtersPending: true, oldest: () => oldestOfCard(id) });
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
  return answerOk<CardTransactionList>({
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
  });
};

function* oldestOfCard(card: string): Op<string | undefined> {
  const pending = earliest(yield* oldestExecution(card), yield* oldestPurchase(card));
  return earliest(yield* oldestBooked(card), pending);
}

/** One transaction, booked or pending, by the id that it has in the list. @see D7-transaction-details */
export const readAccountTransaction: Handler = function* (exchange, world) {
  const account = yield* loadAccount(exchange, world);
  if (isRefusal(account)) return account;
  const found = yield* findTransaction(world, account, exchange.param('transactionId'));
  if (!found) return unknownResource('transaction');
  const isOld = found.bookingDate !== undefined && isOldHistory(found.bookingDate, world);
  if (isOld && !(yield* isWithinHour(exchange, world))) return yield* refuseHistory(exchange, world);
  const transactionDetails = presentTransaction(exchange, world, found);
  return answerOk<TransactionDetails>({ transactionsDetails: { transactionDetails } });
};

function* findTransaction(
  world: WorldState,
  { account }: AccountWithBalance,
  id: string,
): Op<ToPresent | undefined> {
  const booked = yield* findBookedTransaction(world, account.id, id);
  const payment = booked ? undefined : paymentOf(world, id);
  if (!payment) return booked;
  const pending = yield* findPendingPayment(payment, { account: account.id, number: account.bban });
  return pending && pendingTransaction(world, pending, account);
}

/**
 * What a payment on its way is to move on one of its accounts: what the account expects of it, and what it will be
 * booked as, by the same id.
 * @see D7-pending, D7-payment-transaction-id
 */
function pendingTransaction(
  { seed }: WorldState,
  { payment, side, debtorName }: PendingPayment,
  account: Party,
): ToPresent {
  const changes = expectationsOf(payment, side === 'creditor' ? account : undefined);
  const [paid, received] = changes;
  const change = side === 'creditor' ? received : paid;
  if (!change) throw new Error(`payment ${payment.paymentId} has no amount to move`);
  return {
    transactionId: paymentTransactionId(seed, payment.sequence, side),
    valueDate: payment.effectiveDate,
    currency: change.currency,
    amountMinor: change.pendingMinor ?? 0n,
    details: detailsOfPayment(payment, debtorName, side),
    references: referencesOfPayment(payment.initiation),
  };
}

/** A booked transaction, or a pending one, which has no date of booking. */
type ToPresent = Omit<AccountTransaction, 'bookingDate'> & Partial<Pick<AccountTransaction, 'bookingDate'>>;

/** @see D7-transaction-item, D7-left-out */
function presentTransaction(exchange: Exchange, world: WorldState, given: ToPresent): Transaction {
  const { transactionId, bookingDate, valueDate, amountMinor, currency, details, references } = given;
  return {
    transactionId,
    entryReference: bookingDate === undefined ? undefined : transactionId,
    endToEndId: references?.endToEndId || undefined,
    bookingDate,
    valueDate,
    transactionAmount: shownAmount(exchange, world, amountMinor, currency),
    creditorId: saidUpTo(LIMITS.creditorId, details.creditorId),
    creditorName: saidUpTo(LIMITS.partyName, details.creditorName),
    creditorAccount: shownAccount(details.creditorAccount),
    ultimateCreditor: saidUpTo(LIMITS.partyName, details.ultimateCreditor),
    debtorName: saidUpTo(LIMITS.partyName, details.debtorName),
    debtorAccount: shownAccount(details.debtorAccount),
    ultimateDebtor: saidUpTo(LIMITS.partyName, details.ultimateDebtor),
    remittanceInformationUnstructured: saidUpTo(LIMITS.remittance, details.remittanceInformationUnstructured),
    remittanceInformationStructuredArray: references?.structured.length
      ? [...references.structured]
      : undefined,
    purposeCode: isIsoPurposeCode(details.purposeCode) ? details.purposeCode : undefined,
    bankTransactionCode: details.bankTransactionCode || undefined,
  };
}

/** As the standard has them. */
const IBAN = /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/;
const BBAN = /^[a-zA-Z0-9]{1,30}$/;

function shownAccount({ iban, bban }: PartyAccount): Transaction['creditorAccount'] {
  const shown = {
    ...(BBAN.test(bban) && { bban }),
    ...(IBAN.test(iban) && { iban }),
  };
  return 'iban' in shown || 'bban' in shown ? shown : undefined;
}

/** How the transactions of one card are shown. */
interface CardPresenter {
  /** One that was made by hand. */
  readonly given: (given: Given) => CardTransaction;
  /** One that was paid from the card, or is to be. */
  readonly paid: (paid: ToPresent) => CardTransaction;
}

/** @see D7-card-transaction, D7-left-out */
function cardPresenter(
  exchange: Exchange,
  world: WorldState,
  { maskedPan }: Pick<CardAccount, 'maskedPan'>,
): CardPresenter {
  const shown = (minor: bigint, currency: Given['markupFee']['currency']) =>
    shownAmount(exchange, world, minor, currency);
  const whole = ({ amount, currency }: Given['markupFee']) => shown(minorOfWhole(amount, currency), currency);
  const switched = amountsSwitched(exchange, world);
  return {
    given: (given) => ({
      ...withoutAmounts(given, maskedPan),
      ...switched(whole(given.transactionAmount), whole(given.originalAmount)),
      markupFee: whole(given.markupFee),
    }),
    paid: ({ transactionId, bookingDate, amountMinor, currency, details, references }) => {
      const amount = shown(amountMinor, currency);
      const { amount: text, currency: instructed } = references?.instructed ?? amount;
      const minor = parseAmount(text, instructed);
      const original = minor === undefined ? amount : shown(-minor, instructed);
      return {
        cardTransactionId: transactionId,
        transactionDate: bookingDate,
        bookingDate,
        ...switched(amount, original),
        maskedPAN: saidUpTo(LIMITS.maskedPan, maskedPan),
        transactionDetails: saidUpTo(
          LIMITS.cardDetails,
          details.remittanceInformationUnstructured || details.creditorName,
        ),
        proprietaryBankTransactionCode: details.bankTransactionCode,
      };
    },
  };
}

type Amounts = Pick<CardTransaction, 'transactionAmount' | 'originalAmount'>;
type Amount = CardTransaction['transactionAmount'];

/** Each stood in the other's place before the fix was the default. @see D3-accept-fix-card-amounts */
function amountsSwitched(exchange: Exchange, { bankNow }: WorldState) {
  const isRight = fixInForce('cardAmounts', exchange.headerList('x-accept-fix'), bankNow);
  return (transactionAmount: Amount, originalAmount: Amount): Amounts =>
    isRight
      ? { transactionAmount, originalAmount }
      : { transactionAmount: originalAmount, originalAmount: transactionAmount };
}

/** As the standard has it. */
const MERCHANT_CODE_LENGTH = 4;

function withoutAmounts(given: Given, maskedPan: string): Omit<CardTransaction, keyof Amounts> {
  const { cardTransactionId, merchantCategoryCode, invoiced } = given;
  const isCode = [...merchantCategoryCode].length === MERCHANT_CODE_LENGTH;
  return {
    cardTransactionId: cardTransactionId || undefined,
    terminalId: saidUpTo(LIMITS.terminal, given.terminalId),
    transactionDate: given.transactionDate || undefined,
    bookingDate: given.bookingDate || undefined,
    markupFeePercentage: given.markupFeePercentage || undefined,
    cardAcceptorId: saidUpTo(LIMITS.terminal, given.cardAcceptorId),
    cardAcceptorAddress: shownAddress(given.cardAcceptorAddress),
    merchantCategoryCode: isCode ? merchantCategoryCode : undefined,
    maskedPAN: saidUpTo(LIMITS.maskedPan, given.maskedPan || maskedPan),
    transactionDetails: saidUpTo(LIMITS.cardDetails, given.transactionDetails),
    invoiced: invoiced === '' ? undefined : invoiced === 'true',
    proprietaryBankTransactionCode: saidUpTo(LIMITS.proprietaryCode, given.proprietaryBankTransactionCode),
  };
}

/** By the standard's names; it has no address without a country. */
function shownAddress(given: Given['cardAcceptorAddress']): CardTransaction['cardAcceptorAddress'] {
  const { street, buildingNumber, city, postalCode, country } = given;
  if (!country) return undefined;
  return {
    streetName: saidUpTo(LIMITS.street, street),
    buildingNumber: buildingNumber || undefined,
    townName: city || undefined,
    postCode: postalCode || undefined,
    country,
  };
}

/** Lists transactions: the dates are compared before the PSU is settled. @see D7-list-status, D7-list-dates */
function listRule(filtersPending: boolean, bookingStatuses: readonly string[]): Partial<Route> {
  return {
    ...READ_ACCOUNT,
    statefulGuards: [checkDates({ filtersPending }), loadPsu, requireConsent],
    query: [
      { ...expectOneOf('bookingStatus', bookingStatuses), isRequired: true },
      expectDate('dateFrom'),
      expectDate('dateTo'),
      expectWholeNumber('limit', 1),
      expectWholeNumber('offset', 0),
      { name: 'page', holds: (value) => value !== '', expected: 'copied from a link of the list' },
    ],
  };
}

/** @see D1-information-paths, D7-list-status */
export const TRANSACTION_ROUTES: readonly Route[] = [
  defineRoute(
    'list account transactions',
    fourCalls('accountId', listAccountTransactions),
    listRule(false, ['booked', 'pending', 'both', 'all']),
  ),
  defineRoute('read account transaction', fourCalls('accountId', readAccountTransaction), READ_ACCOUNT),
  defineRoute(
    'list card account transactions',
    fourCalls('cardAccountId', listCardAccountTransactions),
    // A list of a card has no status `all`.
    listRule(true, ['booked', 'pending', 'both']),
  ),
];
