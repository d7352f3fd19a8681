import type { Op } from '../../../store/contract.ts';
import { formatAmount } from '../../../values/money.ts';
import { formatOsloDate, formatOsloDateTime } from '../../../values/oslo.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import { createOkResult, isRefusal, type Refusal, refuse, refuseUnknownResource } from '../../answer.ts';
import { type Authorisation, isOpen } from '../../domain/authorisation.ts';
import { deriveOrderedId, parseSequence } from '../../domain/ids.ts';
import { isFinal, isUnapproved, mayBecome, type Payment, REASONS } from '../../domain/payment.ts';
import { getDebtorNumber, getProductRules } from '../../domain/product-rules.ts';
import { buildScaRedirect } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import { checkOneOf, checkWholeNumber, defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { listAbout, listNewest } from '../../store/tables/authorisations.ts';
import { listAgreements, listCustomers } from '../../store/tables/customers.ts';
import {
  countWorld,
  findViewedAccount,
  listBalancedLines,
  listOrderPayments,
  listPaymentBaskets,
  listPaymentLines,
  listPaymentSteps,
  listViewedAccounts,
  listViewedConsents,
  listViewedPayments,
  type Slice,
  type ViewedAccount,
  type ViewedPayment,
} from '../../store/tables/views.ts';
import { listFaults } from '../../store/tables/world.ts';
import { formatClock } from './bank.ts';

/** The default and greatest number of rows of a list. */
const LISTED = 100;
const MOST_LISTED = 500;

/** Reads the page of a list. @param kind of the id in `before` */
function readSlice(exchange: RequestContext, kind: 'payment' | 'authorisation'): Slice | Refusal {
  const id = exchange.query.get('before');
  const before = id === null ? undefined : parseSequence(exchange.world.seed, kind, id);
  if (id !== null && before === undefined)
    return refuse(400, 'RESOURCE_UNKNOWN', `before isn't a ${kind}'s id`, 'before');
  return { before, limit: readLimit(exchange) };
}

function readLimit({ query }: RequestContext): number {
  return Math.min(Number(query.get('limit') ?? LISTED), MOST_LISTED);
}

/** Builds a page of a list, which was read with one row more than it may have. */
function buildPage<Row, Name extends string>(
  name: Name,
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { [name]: shown, next: last && idOf(last) };
}

const viewBank: Handler = function* ({ world, settings }) {
  const faults = yield* listFaults();
  return createOkResult({ clock: formatClock(world, settings.clock()), faults, ...(yield* countWorld()) });
};

const viewPayments: Handler = function* (exchange) {
  const slice = readSlice(exchange, 'payment');
  if (isRefusal(slice)) return slice;
  const { query } = exchange;
  const filter = { status: query.get('status') ?? undefined, text: query.get('text') ?? undefined };
  const found = yield* listViewedPayments({ ...slice, limit: slice.limit + 1 }, filter);
  return createOkResult(
    buildPage('payments', found.map(formatPayment), slice.limit, ({ paymentId }) => paymentId),
  );
};

function formatPayment({ payment, debtorName, bulkId }: ViewedPayment) {
  const { paymentId, service, product, status, initiation, rejection, tpp, psu } = payment;
  return {
    ...{ paymentId, service, product, bulk: bulkId, transactionStatus: status },
    createdAt: formatOsloDateTime(payment.createdAt),
    executionDate: payment.effectiveDate,
    amount: { currency: payment.currency, amount: formatAmount(payment.amountMinor, payment.currency) },
    debtor: {
      number: getDebtorNumber(initiation.debtorAccount),
      accountId: payment.debtorAccount,
      name: debtorName,
    },
    creditor: { number: payment.creditorAccount, name: initiation.creditorName },
    ...{ tpp, psu, reason: rejection && REASONS[rejection].text, acts: listActs(payment) },
  };
}

/** Lists what the operator may do with a payment now. @see D11-hold, D11-settle-late */
function listActs(payment: Payment): readonly string[] {
  const { status, heldAtApproval, settlesLate } = payment;
  const [isNew, isOver] = [isUnapproved(status), isFinal(status)];
  const isBooked = getProductRules(payment).execution !== 'none';
  const may: readonly (readonly [string, boolean])[] = [
    ['hold', isNew ? !heldAtApproval : mayBecome(status, 'PDNG')],
    ['release', isNew ? heldAtApproval : status === 'PDNG'],
    ['reject', !isNew && !isOver],
    ['settle-late', isBooked && !isOver && !settlesLate],
    ['settle', status === 'ACWP'],
  ];
  return may.flatMap(([act, isAllowed]) => (isAllowed ? [act] : []));
}

/** Returns a payment or bulk with its history, SCAs and bookings. */
const viewPayment: Handler = function* (exchange) {
  const sequence = parseSequence(exchange.world.seed, 'payment', exchange.param('paymentId'));
  const found = sequence === undefined ? [] : yield* listOrderPayments(sequence);
  const [first] = found;
  if (first === undefined || sequence === undefined) return refuseUnknownResource('payment');
  const isBulk = first.payment.sequence !== sequence;
  const sequences = found.map(({ payment }) => payment.sequence);
  const subjects = [
    sequence,
    ...sequences,
    first.payment.bulk ?? sequence,
    ...(yield* listPaymentBaskets(sequence)),
  ];
  const sca = yield* listAbout(subjects);
  const lines = yield* listPaymentLines(sequences);
  const shown = formatPayment(first);
  return createOkResult({
    ...(isBulk
      ? {
          ...shown,
          paymentId: exchange.param('paymentId'),
          bulk: undefined,
          payments: found.map(formatPayment),
        }
      : shown),
    initiation: first.payment.initiation,
    history: yield* listHistory(found),
    sca: sca.map((one) => formatSca(exchange, one)),
    bookings: lines.map(({ at, account, currency, amountMinor }) => {
      return { at: formatOsloDateTime(at), account, currency, amount: formatAmount(amountMinor, currency) };
    }),
  });
};

interface HistoryStep {
  readonly at: string;
  readonly from?: TransactionStatus;
  readonly to: TransactionStatus;
  /** Only of a payment of a bulk. */
  readonly paymentId?: string | undefined;
  readonly cause?: string | undefined;
  readonly requestId?: string | undefined;
}

function* listHistory(found: readonly ViewedPayment[]): Op<readonly HistoryStep[]> {
  const named = new Map(found.map(({ payment }) => [payment.sequence, payment]));
  const [first] = found;
  const idOf = (sequence: bigint) => (found.length > 1 ? named.get(sequence)?.paymentId : undefined);
  const steps = yield* listPaymentSteps([...named.keys()]);
  return [
    { at: formatOsloDateTime(first?.payment.createdAt ?? 0), to: 'RCVD', cause: 'create payment' },
    ...steps.map(({ payment, at, ...step }) => ({
      ...step,
      ...{ at: formatOsloDateTime(at), paymentId: idOf(payment) },
    })),
  ];
}

const viewScas: Handler = function* (exchange) {
  const slice = readSlice(exchange, 'authorisation');
  if (isRefusal(slice)) return slice;
  const isOpenOnly = exchange.query.get('open') === 'true';
  const found = yield* listNewest({ ...slice, limit: slice.limit + 1 }, isOpenOnly);
  const shown = found.map((sca) => formatSca(exchange, sca));
  return createOkResult(buildPage('sca', shown, slice.limit, ({ authorisationId }) => authorisationId));
};

function formatSca(exchange: RequestContext, sca: Authorisation) {
  const { authorisationId, purpose, scaStatus, tpp, tppName, psu, subject, progress } = sca;
  const kind = purpose === 'basket' ? 'basket' : 'payment';
  const id = subject === undefined ? undefined : deriveOrderedId(exchange.world.seed, kind, subject);
  return {
    ...{ authorisationId, purpose, scaStatus, tpp, tppName, psu: psu ?? progress.identified },
    ...(kind === 'basket' ? { basketId: id } : { paymentId: id }),
    startedAt: formatOsloDateTime(sca.createdAt),
    endedAt: progress.endedAt === undefined ? undefined : formatOsloDateTime(progress.endedAt),
    failure: progress.failure,
    link: isOpen(sca) ? buildScaRedirect(exchange, sca).href : undefined,
  };
}

const viewConsents: Handler = function* () {
  const consents = yield* listViewedConsents();
  return createOkResult({
    consents: consents.map(({ agreement, ...consent }) => ({
      ...consent,
      agreementId: agreement || undefined,
    })),
  });
};

const viewCustomers: Handler = function* () {
  const agreements = yield* listAgreements();
  const customers = (yield* listCustomers()).map((customer) => ({
    ...customer,
    agreements: agreements
      .filter(({ ownerNumber }) => ownerNumber === customer.customerNumber)
      .map(({ ownerNumber: _, ...agreement }) => agreement),
  }));
  return createOkResult({ customers });
};

const viewAccounts: Handler = function* () {
  return createOkResult({ accounts: (yield* listViewedAccounts()).map(formatAccount) });
};

function formatAccount({ id, mayPay, balanceMinor, pendingMinor, ...account }: ViewedAccount) {
  return {
    accountId: id,
    ...account,
    balance: formatAmount(balanceMinor, account.currency),
    expected: formatAmount(balanceMinor + pendingMinor, account.currency),
    paymentRight: mayPay,
  };
}

/** Returns the lines of an account, newest first. @see D9-balance-is-lines */
const viewTransactions: Handler = function* (exchange) {
  const account = yield* findViewedAccount(exchange.param('accountId'));
  if (account === undefined) return refuseUnknownResource('account');
  const { id: accountId, currency, balanceMinor } = account;
  const limit = readLimit(exchange);
  const skip = Number(exchange.query.get('offset') ?? 0);
  const found = yield* listBalancedLines(accountId, limit + 1, skip);
  const transactions = found.slice(0, limit).map(({ kind, payment, text, bookedAt, ...line }) => ({
    bookingDate: line.bookingDate ?? formatOsloDate(bookedAt),
    amount: formatAmount(line.amountMinor, currency),
    balance: formatAmount(line.balanceMinor, currency),
    ...{ kind, text },
    paymentId: payment && deriveOrderedId(exchange.world.seed, 'payment', payment),
  }));
  const next = found.length > limit ? skip + limit : undefined;
  return createOkResult({
    accountId,
    currency,
    balance: formatAmount(balanceMinor, currency),
    transactions,
    next,
  });
};

const VIEW: Partial<Route> = { answersWhileDue: true, isUnlogged: true };
const LIMIT = checkWholeNumber('limit', 1);

/** The routes of the operator's reads. @see D11-views */
export const VIEW_ROUTES: readonly Route[] = [
  defineRoute('view bank', viewBank, VIEW),
  defineRoute('view payments', viewPayments, { ...VIEW, query: [LIMIT] }),
  defineRoute('view payment', viewPayment, VIEW),
  defineRoute('view SCAs', viewScas, { ...VIEW, query: [LIMIT, checkOneOf('open', ['true', 'false'])] }),
  defineRoute('view consents', viewConsents, VIEW),
  defineRoute('view customers', viewCustomers, VIEW),
  defineRoute('view accounts', viewAccounts, VIEW),
  defineRoute('view transactions', viewTransactions, {
    ...VIEW,
    query: [LIMIT, checkWholeNumber('offset', 0)],
  }),
];
