import { findOnce, type Op } from '../../../store/contract.ts';
import type { PaymentCreated } from '../../../wire/answers/payments.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import type { BulkPayment } from '../../../wire/product-bodies.ts';
import { reachesThreshold } from '../../../wire/request-bodies.ts';
import { createCreatedResult, type Refusal, type Result, refuse, refuseBody } from '../../answer.ts';
import { type Authorisation, isOpen } from '../../domain/authorisation.ts';
import {
  type CreationTerms,
  checkCreditorOutcome,
  checkDebtor,
  computeDates,
  computeTerms,
  type DomainFault,
  evaluateInitiation,
  kidFault,
} from '../../domain/creation.ts';
import { deriveOrderedId } from '../../domain/ids.ts';
import {
  buildPsuMessage,
  createBulkOrder,
  createPaymentOrder,
  getDebtorCurrency,
  getSettledDebtor,
  type Order,
  type Payment,
} from '../../domain/payment.ts';
import {
  computeFeeMinor,
  explainUnusedServiceLevel,
  getProductRules,
  type Initiation,
} from '../../domain/product-rules.ts';
import { findPaymentDebtors } from '../../life/payer.ts';
import { computeExpiry, findFirstBeyondFunds, findOrder, hashDuplicateKey } from '../../life/payments.ts';
import {
  buildPaymentHref,
  buildPaymentLinks,
  buildScaLinks,
  formatAmountOfRequest,
  getServiceAndProduct,
  refuseTooManyOpen,
} from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Handler } from '../../routes/route.ts';
import { listFunds } from '../../store/tables/ledger.ts';
import { findKidPolicies, findKidPolicy } from '../../store/tables/numbers.ts';
import { insertBulk, insertPayments, listDuplicates } from '../../store/tables/payments.ts';
import { takeSequence } from '../../store/tables/world.ts';
import { begin, PAYMENT } from '../authorisations.ts';
import { areExempt, canSeeFunds, findDisclosedDebtor, refuseWithoutRight } from './access.ts';
import { listRejectionMessages } from './read.ts';

/**
 * Creates a payment of any product except a bulk.
 * @see I-payment-creation
 * @see D4-creation
 */
export const createPayment: Handler = function* (exchange) {
  const initiation = exchange.body as Initiation;
  const madeAs = getServiceAndProduct(exchange);
  const { isCrossBorder } = getProductRules(madeAs);
  const debtor = yield* findDisclosedDebtor(exchange, initiation.debtorAccount);
  const { bankNow: now, calendar } = exchange.world;
  const kidPolicy = isCrossBorder ? undefined : yield* findKidPolicy(initiation.creditorAccount.bban ?? '');
  const decision = evaluateInitiation({ madeAs, initiation, debtor, kidPolicy, now, calendar });
  if (!decision.ok) return refuseBody(decision.faults);
  const refusal = refuseWithoutRight(debtor?.account, initiation.debtorAccount);
  if (refusal) return refusal;
  const payment = buildPayment(exchange, initiation, decision.terms);
  const ofProduct = isCrossBorder
    ? [...warnBelowThreshold(initiation), ...warnUnusedServiceLevel(initiation)]
    : [];
  const warnings = [...ofProduct, ...warnMovedDate(decision.terms)];
  return yield* acceptPayment(exchange, createPaymentOrder(payment), warnings);
};

/** Warns about an amount below the threshold. @see D4-creation */
function warnBelowThreshold({ instructedAmount }: Initiation): readonly TppMessage[] {
  if (reachesThreshold(instructedAmount)) return [];
  const text = 'the cross-border product is meant for NOK 100 000 or more';
  return [message('WARNING', 'PRODUCT_INVALID', text, 'instructedAmount.amount')];
}

/** Warns about a service level without effect. @see D4-service-level */
function warnUnusedServiceLevel(initiation: Initiation): readonly TppMessage[] {
  const text = explainUnusedServiceLevel(initiation);
  return text === undefined ? [] : [message('WARNING', 'FORMAT_ERROR', text, 'serviceLevel')];
}

/** Creates a bulk: the payments share debtor and date. @see D4-bulk-date, D4-bulk-whole, D4-bulk-items */
export const createBulk: Handler = function* (exchange) {
  const body = exchange.body as BulkPayment;
  const debtor = yield* findDisclosedDebtor(exchange, body.debtorAccount);
  const madeAs = getServiceAndProduct(exchange);
  const { bankNow: now, calendar, seed } = exchange.world;
  const dates = computeDates({ madeAs, initiation: body, now, calendar });
  const { debtorAccount, requestedExecutionDate } = body;
  // As if each payment had been sent separately.
  const initiations: Initiation[] = body.payments.map((payment) => {
    return { ...payment, debtorAccount, requestedExecutionDate };
  });
  const faults = [
    checkDebtor(body.debtorAccount, debtor),
    ...dates.faults,
    ...initiations.map((initiation, place) =>
      checkCreditorOutcome(initiation, madeAs, `payments[${place}].`),
    ),
    ...(yield* checkKids(initiations)),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) return refuseBody(faults);
  const refusal = refuseWithoutRight(debtor?.account, body.debtorAccount);
  if (refusal) return refusal;
  const sequence = takeSequence(exchange.world);
  const bulk = { sequence, paymentId: deriveOrderedId(seed, 'payment', sequence), initiation: body };
  const terms = initiations.map((initiation) => computeTerms({ madeAs, initiation, debtor }, dates));
  const payments = terms.map((each, place) => ({
    ...buildPayment(exchange, initiations[place] as Initiation, each),
    bulk: sequence,
  }));
  const warnings = terms.slice(0, 1).flatMap(warnMovedDate);
  return yield* acceptPayment(exchange, createBulkOrder(bulk, payments), warnings);
};

function* checkKids(initiations: readonly Initiation[]): Op<DomainFault[]> {
  const faults: DomainFault[] = [];
  const numbers = initiations.map(({ creditorAccount }) => creditorAccount.bban ?? '');
  const policies = yield* findKidPolicies(numbers);
  for (const [place, initiation] of initiations.entries()) {
    const policy = policies.get(initiation.creditorAccount.bban ?? '');
    const fault = kidFault(initiation, policy, `payments[${place}].`);
    if (fault) faults.push(fault);
  }
  return faults;
}

/** Builds the payment of a valid initiation. */
function buildPayment(exchange: RequestContext, initiation: Initiation, terms: CreationTerms): Payment {
  const { tpp, psu, faults } = exchange;
  const madeAs = getServiceAndProduct(exchange);
  const shortage = faults.find('no-funds');
  const { creditorAccount, effectiveDate } = terms;
  const sequence = takeSequence(exchange.world);
  return {
    sequence,
    paymentId: deriveOrderedId(exchange.world.seed, 'payment', sequence),
    tpp,
    ...madeAs,
    psu,
    status: 'RCVD',
    initiation,
    currency: initiation.instructedAmount.currency,
    createdAt: exchange.world.bankNow,
    duplicateKey: hashDuplicateKey({ tpp, ...madeAs, initiation, creditorAccount }, effectiveDate),
    rejectsNoFunds:
      getProductRules(madeAs).rejectsNoFunds || exchange.header('TPP-Rejection-NoFunds-Preferred') === 'true',
    lapsesAt: isStartedExplicitly(exchange) ? computeExpiry(terms) : undefined,
    heldAtApproval: faults.find('PDNG') !== undefined,
    settlesLate: false,
    unfundedBy: shortage && (shortage.faultId ?? 0),
    ...terms,
  };
}

/** Returns true if the TPP starts the authorisation with a separate request. @see D4-creation */
function isStartedExplicitly(exchange: RequestContext): boolean {
  return exchange.header('TPP-Explicit-Authorisation-Preferred') === 'true';
}

/** Stores the order in RCVD and starts its authorisation, unless the TPP starts it itself. @see D4-creation */
function* acceptPayment(
  exchange: RequestContext,
  order: Order,
  warnings: readonly TppMessage[],
): Op<Result | Refusal> {
  const { payments } = order;
  const isStarted = !isStartedExplicitly(exchange);
  const findDebtors = findOnce(() => findPaymentDebtors(payments));
  const isExempt = isStarted && (yield* areExempt(exchange, payments, findDebtors));
  const obstacle =
    (yield* refuseLackOfFunds(exchange, payments)) ??
    (yield* refuseDuplicates(exchange, payments)) ??
    (isStarted && !isExempt ? yield* refuseTooManyOpen(exchange) : undefined);
  if (obstacle) return obstacle;
  yield* insertPayments(payments);
  exchange.faults.strike('no-funds');
  exchange.faults.strike('PDNG');
  if (order.service === 'bulk-payments') yield* insertBulk(order);
  const sca = isStarted ? yield* begin(exchange, PAYMENT, { own: order, isExempt, findDebtors }) : undefined;
  const now = sca === undefined || isOpen(sca) ? order : yield* findOrder(order.sequence);
  return createPaymentResult(exchange, now ?? order, sca, warnings);
}

/**
 * Refuses payments that reject lack of funds (instant payments, or with TPP-Rejection-NoFunds-Preferred), if the
 * request may learn about funds.
 * @see D4-no-funds-preferred, D4-disclosure, I-insufficient-funds
 */
function* refuseLackOfFunds(exchange: RequestContext, payments: readonly Payment[]): Op<Refusal | undefined> {
  const strict = payments.filter(({ rejectsNoFunds }) => rejectsNoFunds);
  if (strict.length === 0 || !(yield* canSeeFunds(exchange))) return undefined;
  const place = findFirstBeyondFunds(strict, yield* listFunds(strict.map(getSettledDebtor)));
  const payment = place === undefined ? undefined : strict[place];
  if (place === undefined || payment === undefined) return undefined;
  if (payment.unfundedBy !== undefined) exchange.faults.strike('no-funds');
  const remedy = getProductRules(payment).rejectsNoFunds
    ? 'send less'
    : 'send less, or omit TPP-Rejection-NoFunds-Preferred';
  const text = `insufficient funds for the amount and its fee: ${remedy}`;
  const at = payment.bulk === undefined ? '' : `payments[${place}].`;
  return refuse(400, 'PAYMENT_FAILED', text, `${at}instructedAmount.amount`);
}

/**
 * Refuses logical duplicates, unless the request allows them.
 * @see D4-allow-logical-duplicate, I-allow-logical-duplicate, D4-bulk-duplicates
 */
function* refuseDuplicates(exchange: RequestContext, payments: readonly Payment[]): Op<Refusal | undefined> {
  if (exchange.query.get('allowLogicalDuplicate') === 'true') return undefined;
  const seen = new Set(yield* listDuplicates(payments.map(({ duplicateKey }) => duplicateKey)));
  const messages: TppMessage[] = [];
  for (const [index, { duplicateKey, bulk }] of payments.entries()) {
    const path = bulk === undefined ? undefined : `payments[${index}]`;
    if (seen.has(duplicateKey)) messages.push(message('ERROR', 'CONFLICT', DUPLICATE, path));
    seen.add(duplicateKey);
  }
  return messages.length === 0 ? undefined : { status: 409, messages };
}

const DUPLICATE =
  'a payment with the same debtor, creditor, amount, currency, date and reference already exists: change the reference, or send allowLogicalDuplicate=true';

/**
 * Creates the 201 response with links and warnings.
 * @see I-creation-response
 * @see D4-creation, D2-warnings
 */
function createPaymentResult(
  exchange: RequestContext,
  order: Order,
  sca: Authorisation | undefined,
  warnings: readonly TppMessage[],
): Result {
  const tppMessages = [...warnings, ...warnUnusedMembers(exchange), ...listRejectionMessages(order)];
  const self = buildPaymentHref(exchange, order);
  const links = buildPaymentLinks(exchange, order);
  if (order.status === 'RCVD') links.startAuthorisation = link(`${self}/authorisations`, 'POST');
  if (sca) Object.assign(links, buildScaLinks(exchange, self, sca));
  const [payment] = order.payments;
  const currency = getDebtorCurrency(payment);
  const fee = computeFeeMinor(payment, currency);
  const json: PaymentCreated = {
    paymentId: order.paymentId,
    transactionStatus: order.status,
    transactionFees: fee > 0n ? formatAmountOfRequest(exchange, fee, currency) : undefined,
    transactionFeeIndicator: fee > 0n,
    tppMessages: tppMessages.length > 0 ? tppMessages : undefined,
    psuMessage: buildPsuMessage(order),
    _links: links,
  };
  return createCreatedResult(self, json);
}

/** Warns that the execution date was moved. @see D4-date-moved */
function warnMovedDate({ dateMoved, effectiveDate }: CreationTerms): readonly TppMessage[] {
  if (!dateMoved) return [];
  const text = `the payment will be executed on ${effectiveDate}, the next bank day`;
  return [message('WARNING', 'EXECUTION_DATE_INVALID', text, 'requestedExecutionDate')];
}

/** Warns about members of the body that only another product uses. @see D2-other-product */
function warnUnusedMembers(exchange: RequestContext): readonly TppMessage[] {
  const { service, product } = getServiceAndProduct(exchange);
  const what = service === 'payments' ? product : `${service} of ${product}`;
  return exchange.unusedMembers.map((path) =>
    message('WARNING', 'FORMAT_ERROR', `${path} isn't used by ${what} and is ignored`, path),
  );
}
