import type { Op } from '../../../store/contract.ts';
import { findProduct } from '../../../values/products.ts';
import { convert } from '../../../values/rates.ts';
import { type Refusal, refuse, refuseUnknownResource } from '../../answer.ts';
import { canPayFrom, type DebtorAccount, type KnownDebtor, type Payer } from '../../domain/creation.ts';
import { deriveOrderedId, parseSequence } from '../../domain/ids.ts';
import { isItem, type Order, type Payment } from '../../domain/payment.ts';
import { getDebtorPath, getProductRules, type NamedAccount } from '../../domain/product-rules.ts';
import { isWithinHour } from '../../guards/psu.ts';
import { debtorOf, findDebtor, findObstacle, findPayer } from '../../life/payer.ts';
import { findReadable } from '../../life/payments.ts';
import { getService } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import type { BankState } from '../../store/tables/world.ts';

/**
 * The payment or bulk of the path, when it is this TPP's and PSU's; a payment of a bulk is authorised and cancelled
 * with it.
 * @see D1-bulk-items
 */
export function* loadOwnPayment(exchange: RequestContext, world: BankState): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange, world);
  if ('messages' in order) return order;
  const [{ bulk }] = order.payments;
  if (bulk === undefined || !isItem(order)) return order;
  const whole = deriveOrderedId(world.seed, 'payment', bulk);
  const text = `the payment is part of bulk ${whole}: authorise or cancel the bulk`;
  return refuse(409, 'CONFLICT', text);
}

/**
 * The payment, bulk, or payment of a bulk of the path, when it is this TPP's and PSU's. No such payment, another TPP's,
 * another PSU's, another product's or service's: one answer.
 * @see D2-resource-unknown, D3-psu-of-payment, D1-read-other-product
 */
export function* loadReadable(exchange: RequestContext, world: BankState): Op<Order | Refusal> {
  const sequence = parseSequence(world.seed, 'payment', exchange.param('paymentId'));
  const order = sequence === undefined ? undefined : yield* findReadable(sequence);
  const product = findProduct(exchange.param('product'));
  const isOfPath = order?.readAs === getService(exchange) && findProduct(order.product) === product;
  if (!order || !isOfPath || order.tpp !== exchange.tpp) return refuseUnknownResource('payment');
  return (yield* refuseOtherPsu(exchange, order, 'payment')) ?? order;
}

/**
 * Refuses access to another PSU's resource. A request may name no PSU while that PSU is unknown or deleted.
 * @see D3-psu-of-payment
 * @see D8-psu-gone
 */
export function* refuseOtherPsu(
  exchange: RequestContext,
  { psu }: { readonly psu?: string },
  what: string,
): Op<Refusal | undefined> {
  if (psu === undefined || psu === exchange.psu) return undefined;
  if (exchange.psu !== undefined) return refuseUnknownResource(what);
  if ((yield* findCustomerType(psu)) === undefined) return undefined;
  const text = `PSU-ID or X-PSU-IDENTITY is required, because this ${what} has a known PSU`;
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}

/**
 * Tells whether a request may learn about a debtor account: ownership, currency and right to pay with PSU-ID or an SCA
 * of the PSU in the session; funds only with that SCA. Other requests get the same answer for every account.
 * @see D4-disclosure
 */
function* canSeeAccount(exchange: RequestContext, world: BankState): Op<boolean> {
  if (isOpenForWhom(exchange)) return false;
  if (exchange.psu !== undefined && exchange.header('PSU-ID') !== undefined) return true;
  return yield* canSeeFunds(exchange, world);
}

export function* canSeeFunds(exchange: RequestContext, world: BankState): Op<boolean> {
  return !isOpenForWhom(exchange) && (yield* findSessionPsu(exchange, world)) !== undefined;
}

/**
 * Tells whether the PSU acts for a company that is chosen on the page, so that the payer's accounts aren't known yet.
 * @see D4-debtor-later
 */
function isOpenForWhom(exchange: RequestContext): boolean {
  return exchange.header('PSU-Context') === 'CORPORATE' && exchange.agreement === undefined;
}

/** The account that a body names, when the request may be told of it. */
export function* findDisclosedDebtor(
  exchange: RequestContext,
  world: BankState,
  named: NamedAccount,
): Op<KnownDebtor | undefined> {
  if (!(yield* canSeeAccount(exchange, world))) return undefined;
  return { account: yield* findDebtor(named), payer: yield* findRequestPayer(exchange) };
}

/** From which accounts the PSU of a request pays, in the agreement that its headers settled or for itself. */
function* findRequestPayer({ psu, agreement }: RequestContext): Op<Payer | undefined> {
  return psu === undefined ? undefined : yield* findPayer(psu, agreement);
}

/** customerNumber of the PSU, while the session of the request has a valid SCA of theirs. @see D6-session */
export function* findSessionPsu(exchange: RequestContext, world: BankState): Op<string | undefined> {
  return (yield* isWithinHour(exchange, world)) ? exchange.psu : undefined;
}

/** @see D6-payment-right, D2-forbidden */
export function refuseWithoutRight(
  debtor: DebtorAccount | undefined,
  named: NamedAccount,
): Refusal | undefined {
  if (debtor?.mayPay !== false) return undefined;
  const text = 'the bank has blocked payments from this account through the interface';
  return refuse(403, 'FORBIDDEN', text, getDebtorPath(named));
}

/**
 * Refuses if the right to pay was withdrawn after the creation; told only about the PSU's own accounts.
 * @see D6-payment-right, D4-disclosure
 */
export function* refuseTakenRight(
  exchange: RequestContext,
  world: BankState,
  payments: readonly Payment[],
): Op<Refusal | undefined> {
  if (!(yield* canSeeAccount(exchange, world))) return undefined;
  const payer = yield* findRequestPayer(exchange);
  // A bulk has one debtor for all its payments.
  for (const payment of payments[0]?.bulk === undefined ? payments : payments.slice(0, 1)) {
    const debtor = yield* debtorOf(payment);
    if (!canPayFrom(payer, debtor)) continue;
    const refusal = refuseWithoutRight(debtor, payment.initiation.debtorAccount);
    if (refusal) return refusal;
  }
  return undefined;
}

/** 500.00 NOK, in øre. */
const MOST_MINOR = 50_000n;

function isSmall(payment: Payment): boolean {
  return (
    getProductRules(payment).canBeExempt &&
    convert(payment.amountMinor, payment.currency, 'NOK') <= MOST_MINOR
  );
}

/**
 * Tells whether payments are exempt from SCA: the session's SCA is valid, its PSU may pay, and each payment is small
 * and to an own account, or a fault exempts it.
 * @see D4-exempted, D5-exempted, I-exempted, D11-faults
 */
export function* areExempt(
  exchange: RequestContext,
  world: BankState,
  payments: readonly Payment[],
): Op<boolean> {
  const areSmall = payments.every(isSmall);
  const isStruck = exchange.faults.find('EXEMPTED') !== undefined;
  if (!areSmall && !isStruck) return false;
  if (isOpenForWhom(exchange) || (yield* findSessionPsu(exchange, world)) === undefined) return false;
  const payer = yield* findRequestPayer(exchange);
  if (payer === undefined || (yield* findObstacle(payments, payer)) !== undefined) return false;
  return isStruck || (yield* areToOwn(payments, payer));
}

/** Tells whether every creditor account is one that the payer can pay from. */
function* areToOwn(payments: readonly Payment[], payer: Payer): Op<boolean> {
  for (const { creditorAccount } of payments) {
    if (!canPayFrom(payer, yield* findAccount(creditorAccount))) return false;
  }
  return true;
}
