import type { Op } from '../../../store/contract.ts';
import type { PaymentCreated } from '../../../wire/answers/payments.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import { type BulkPayment, reachesThreshold } from '../../../wire/request-bodies.ts';
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
  type Order,
  type Payment,
} from '../../domain/payment.ts';
import {
  computeFeeMinor,
  explainUnusedServiceLevel,
  getProductRules,
  type Initiation,
} from '../../domain/product-rules.ts';
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
import { findKidPolicy } from '../../store/tables/numbers.ts';
import { findDuplicate, insertBulk, insertPayment } from '../../store/tables/payments.ts';
import { type BankState, takeSequence } from '../../store/tables/world.ts';
import { begin, PAYMENT } from '../authorisations.ts';
import { areExempt, canSeeFunds, findDisclosedDebtor, refuseWithoutRight } from './access.ts';
import { listRejectionMessages } from './read.ts';

/**
 * Creates a payment of any product except a bulk.
 * @see I-payment-creation
 * @see D4-creation
 */
export const createPayment: Handler = function* (exchange, world) {
  const initiation = exchange.body as Initiation;
  const madeAs = getServiceAndProduct(exchange);
  const { isCrossBorder } = getProductRules(madeAs);
  const debtor = yield* findDisclosedDebtor(exchange, world, initiation.debtorAccount);
  const decision = evaluateInitiation({
    madeAs,
    initiation,
    debtor,
    kidPolicy: isCrossBorder ? undefined : yield* findKidPolicy(initiation.creditorAccount.bban ?? ''),
    now: world.bankNow,
    calendar: world.calendar,
  });
  if (!decision.ok) return refuseBody(decision.faults);
  const refusal = refuseWithoutRight(debtor?.account, initiation.debtorAccount);
  if (refusal) return refusal;
  const payment = buildPayment(exchange, world, initiation, decision.terms);
  const ofProduct = isCrossBorder
    ? [...warnBelowThreshold(initiation), ...warnUnusedServiceLevel(initiation)]
    : [];
  const warnings = [...ofProduct, ...warnMovedDate(decision.terms)];
  return yield* acceptPayment(exchange, world, {
    order: createPaymentOrder(payment),
    placeOf: () => '',
    warnings,
  });
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
export const createBulk: Handler = function* (exchange, world) {
  const body = exchange.body as BulkPayment;
  const debtor = yield* findDisclosedDebtor(exchange, world, body.debtorAccount);
  const madeAs = getServiceAndProduct(exchange);
  const dates = computeDates({
    madeAs,
    initiation: body,
    now: world.bankNow,
    calendar: world.calendar,
  });
  const initiations = listInitiations(body);
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
  const sequence = takeSequence(world);
  const bulk = { sequence, paymentId: deriveOrderedId(world.seed, 'payment', sequence), initiation: body };
  const terms = initiations.map((initiation) => computeTerms({ madeAs, initiation, debtor }, dates));
  const payments = terms.map((each, place) => ({
    ...buildPayment(exchange, world, initiations[place] as Initiation, each),
    bulk: sequence,
  }));
  return yield* acceptPayment(exchange, world, {
    order: createBulkOrder(bulk, payments),
    placeOf: (index) => `payments[${index}].`,
    warnings: terms.slice(0, 1).flatMap(warnMovedDate),
    insert: () => insertBulk(bulk),
  });
};

/** Lists the initiations of a bulk's payments, as if each had been sent separately. */
function listInitiations({ payments, debtorAccount, requestedExecutionDate }: BulkPayment): Initiation[] {
  return payments.map((payment) => ({ ...payment, debtorAccount, requestedExecutionDate }));
}

function* checkKids(initiations: readonly Initiation[]): Op<DomainFault[]> {
  const faults: DomainFault[] = [];
  for (const [place, initiation] of initiations.entries()) {
    const policy = yield* findKidPolicy(initiation.creditorAccount.bban ?? '');
    const fault = kidFault(initiation, policy, `payments[${place}].`);
    if (fault) faults.push(fault);
  }
  return faults;
}

/** Builds the payment of a valid initiation. */
function buildPayment(
  exchange: RequestContext,
  world: BankState,
  initiation: Initiation,
  terms: CreationTerms,
): Payment {
  const { tpp, faults } = exchange;
  const madeAs = getServiceAndProduct(exchange);
  const shortage = faults.find('no-funds');
  const { creditorAccount, effectiveDate } = terms;
  const sequence = takeSequence(world);
  return {
    sequence,
    paymentId: deriveOrderedId(world.seed, 'payment', sequence),
    tpp,
    ...madeAs,
    ...(exchange.psu === undefined ? {} : { psu: exchange.psu }),
    status: 'RCVD',
    initiation,
    currency: initiation.instructedAmount.currency,
    createdAt: world.bankNow,
    duplicateKey: hashDuplicateKey({ tpp, ...madeAs, initiation, creditorAccount }, effectiveDate),
    rejectsNoFunds:
      getProductRules(madeAs).rejectsNoFunds || exchange.header('TPP-Rejection-NoFunds-Preferred') === 'true',
    ...(isStartedExplicitly(exchange) ? { lapsesAt: computeExpiry(terms) } : {}),
    heldAtApproval: faults.find('PDNG') !== undefined,
    settlesLate: false,
    ...(shortage === undefined ? {} : { unfundedBy: shortage.faultId ?? 0 }),
    ...terms,
  };
}

/** Returns true if the TPP starts the authorisation with a separate request. @see D4-creation */
function isStartedExplicitly(exchange: RequestContext): boolean {
  return exchange.header('TPP-Explicit-Authorisation-Preferred') === 'true';
}

interface Receiving {
  readonly order: Order;
  readonly placeOf: PlaceOf;
  readonly warnings: readonly TppMessage[];
  /** Inserts the data of the order other than its payments. */
  readonly insert?: () => Op<void>;
}

/** Stores the order in RCVD and starts its authorisation, unless the TPP starts it itself. @see D4-creation */
function* acceptPayment(
  exchange: RequestContext,
  world: BankState,
  { order, placeOf, warnings, insert }: Receiving,
): Op<Result | Refusal> {
  const { payments } = order;
  const isStarted = !isStartedExplicitly(exchange);
  const isExempt = isStarted && (yield* areExempt(exchange, world, payments));
  const obstacle =
    (yield* refuseReceiving(exchange, world, payments, placeOf)) ??
    (isStarted && !isExempt ? yield* refuseTooManyOpen(exchange) : undefined);
  if (obstacle) return obstacle;
  for (const payment of payments) yield* insertPayment(payment);
  exchange.faults.strike('no-funds');
  exchange.faults.strike('PDNG');
  if (insert) yield* insert();
  const sca = isStarted ? yield* begin(exchange, world, PAYMENT, { own: order, isExempt }) : undefined;
  const now = sca === undefined || isOpen(sca) ? order : yield* findOrder(order.sequence);
  return createPaymentResult(exchange, world, { order: now ?? order, sca, warnings });
}

/** Returns the path prefix of a payment in the body: empty, or for example `payments[3].`. */
type PlaceOf = (index: number) => string;

/** Refuses valid payments that can't be accepted now. */
function* refuseReceiving(
  exchange: RequestContext,
  world: BankState,
  payments: readonly Payment[],
  placeOf: PlaceOf,
): Op<Refusal | undefined> {
  return (
    (yield* refuseLackOfFunds(exchange, world, payments, placeOf)) ??
    (yield* refuseDuplicates(exchange, payments, placeOf))
  );
}

/**
 * Refuses payments that reject lack of funds (instant payments, or with TPP-Rejection-NoFunds-Preferred), if the
 * request may learn about funds.
 * @see D4-no-funds-preferred, D4-disclosure, I-insufficient-funds
 */
function* refuseLackOfFunds(
  exchange: RequestContext,
  world: BankState,
  payments: readonly Payment[],
  placeOf: PlaceOf,
): Op<Refusal | undefined> {
  const strict = payments.filter(({ rejectsNoFunds }) => rejectsNoFunds);
  if (strict.length === 0 || !(yield* canSeeFunds(exchange, world))) return undefined;
  const place = yield* findFirstBeyondFunds(strict);
  const payment = place === undefined ? undefined : strict[place];
  if (place === undefined || payment === undefined) return undefined;
  if (payment.unfundedBy !== undefined) exchange.faults.strike('no-funds');
  const remedy = getProductRules(payment).rejectsNoFunds
    ? 'send less'
    : 'send less, or omit TPP-Rejection-NoFunds-Preferred';
  const text = `insufficient funds for the amount and its fee: ${remedy}`;
  return refuse(400, 'PAYMENT_FAILED', text, `${placeOf(place)}instructedAmount.amount`);
}

/**
 * Refuses logical duplicates, unless the request allows them.
 * @see D4-allow-logical-duplicate, I-allow-logical-duplicate, D4-bulk-duplicates
 */
function* refuseDuplicates(
  exchange: RequestContext,
  payments: readonly Payment[],
  placeOf: PlaceOf,
): Op<Refusal | undefined> {
  if (exchange.query.get('allowLogicalDuplicate') === 'true') return undefined;
  const seen = new Set<bigint>();
  const places: string[] = [];
  for (const [index, { duplicateKey }] of payments.entries()) {
    if (seen.has(duplicateKey) || (yield* findDuplicate(duplicateKey)) !== undefined)
      places.push(placeOf(index));
    seen.add(duplicateKey);
  }
  if (places.length === 0) return undefined;
  const messages = places.map((place) =>
    message('ERROR', 'CONFLICT', DUPLICATE, place === '' ? undefined : place.slice(0, -1)),
  );
  return { status: 409, messages };
}

const DUPLICATE =
  'a payment with the same debtor, creditor, amount, currency, date and reference already exists: change the reference, or send allowLogicalDuplicate=true';

interface Created {
  readonly order: Order;
  readonly sca: Authorisation | undefined;
  readonly warnings: readonly TppMessage[];
}

/**
 * Creates the 201 response with links and warnings.
 * @see I-creation-response
 * @see D4-creation, D2-warnings
 */
function createPaymentResult(
  exchange: RequestContext,
  world: BankState,
  { order, sca, warnings }: Created,
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
    transactionFees: fee > 0n ? formatAmountOfRequest(exchange, world, fee, currency) : undefined,
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
