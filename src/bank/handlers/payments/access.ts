import type { Op } from '../../../store/contract.ts';
import { findProduct } from '../../../values/products.ts';
import { convert } from '../../../values/rates.ts';
import { isRefusal, type Refusal, refuse, refuseUnknownResource } from '../../answer.ts';
import { canPayFrom, type DebtorAccount, type KnownDebtor, type Payer } from '../../domain/creation.ts';
import { deriveOrderedId } from '../../domain/ids.ts';
import { isItem, type Order, type Payment } from '../../domain/payment.ts';
import { getDebtorPath, getProductRules, type NamedAccount } from '../../domain/product-rules.ts';
import { isWithinHour } from '../../guards/psu.ts';
import { type FindDebtors, findDebtor, findObstacle, findPayer } from '../../life/payer.ts';
import { findByPublicId, findReadable } from '../../life/payments.ts';
import { getService } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import { findAccount } from '../../store/tables/accounts.ts';

/**
 * Loads the payment or bulk of the path if it belongs to this TPP and PSU. Refuses an item of a bulk, which is
 * authorised and cancelled with the bulk.
 * @see D1-bulk-items
 */
export function* loadOwnPayment(exchange: RequestContext): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange);
  if (isRefusal(order)) return order;
  const [{ bulk }] = order.payments;
  if (bulk === undefined || !isItem(order)) return order;
  const whole = deriveOrderedId(exchange.world.seed, 'payment', bulk);
  const text = `the payment is part of bulk ${whole}: authorise or cancel the bulk`;
  return refuse(409, 'CONFLICT', text);
}

/**
 * Loads the payment, bulk or item of the path if it belongs to this TPP and PSU. An unknown payment and a payment of
 * another TPP, PSU, product or service give the same refusal.
 * @see D2-resource-unknown, D3-psu-of-payment, D1-read-other-product
 */
export function* loadReadable(exchange: RequestContext): Op<Order | Refusal> {
  const order = yield* findByPublicId(exchange.world, 'payment', exchange.param('paymentId'), findReadable);
  const product = findProduct(exchange.param('product'));
  const isOfPath = order?.readAs === getService(exchange) && findProduct(order.product) === product;
  if (!order || !isOfPath || order.tpp !== exchange.tpp) return refuseUnknownResource('payment');
  return (yield* refuseOtherPsu(exchange, order, 'payment')) ?? order;
}

/**
 * Refuses access to another PSU's resource. A request may omit the PSU if the resource's PSU is unknown or deleted.
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
  if ((yield* exchange.findCustomerType(psu)) === undefined) return undefined;
  const text = `PSU-ID or X-PSU-IDENTITY is required, because this ${what} has a known PSU`;
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}

/**
 * Returns true if a request may learn about the debtor account: owner, currency and right to pay need PSU-ID or an SCA
 * of the PSU in the session; funds need that SCA. Other requests get the same response for every account.
 * @see D4-disclosure
 */
function* canSeeAccount(exchange: RequestContext): Op<boolean> {
  if (isOpenForWhom(exchange)) return false;
  if (exchange.psu !== undefined && exchange.header('PSU-ID') !== undefined) return true;
  return yield* canSeeFunds(exchange);
}

export function* canSeeFunds(exchange: RequestContext): Op<boolean> {
  return !isOpenForWhom(exchange) && (yield* findSessionPsu(exchange)) !== undefined;
}

/**
 * Returns true if the PSU chooses its company on the page, so that the payer's accounts aren't known yet.
 * @see D4-debtor-later
 */
function isOpenForWhom(exchange: RequestContext): boolean {
  return exchange.header('PSU-Context') === 'CORPORATE' && exchange.agreement === undefined;
}

/**
 * Finds the debtor account of a body.
 * @returns undefined if the request may not learn about it
 */
export function* findDisclosedDebtor(
  exchange: RequestContext,
  named: NamedAccount,
): Op<KnownDebtor | undefined> {
  if (!(yield* canSeeAccount(exchange))) return undefined;
  return { account: yield* findDebtor(named), payer: yield* findRequestPayer(exchange) };
}

/** Finds the accounts from which the PSU of a request can pay, in the agreement of the headers or for itself. */
function* findRequestPayer({ psu, agreement, findCustomerType }: RequestContext): Op<Payer | undefined> {
  return psu === undefined ? undefined : yield* findPayer(psu, agreement, findCustomerType);
}

/** Returns the customerNumber of the PSU if the session of the request has a valid SCA. @see D6-session */
export function* findSessionPsu(exchange: RequestContext): Op<string | undefined> {
  return (yield* isWithinHour(exchange)) ? exchange.psu : undefined;
}

/** Refuses an account from which the bank has blocked payments. @see D6-payment-right, D2-forbidden */
export function refuseWithoutRight(
  debtor: DebtorAccount | undefined,
  named: NamedAccount,
): Refusal | undefined {
  if (debtor?.mayPay !== false) return undefined;
  const text = 'the bank has blocked payments from this account through the interface';
  return refuse(403, 'FORBIDDEN', text, getDebtorPath(named));
}

/**
 * Refuses payments whose right to pay was withdrawn after the creation; discloses this for the PSU's own accounts only.
 * @see D6-payment-right, D4-disclosure
 */
export function* refuseTakenRight(
  exchange: RequestContext,
  payments: readonly Payment[],
  findDebtors: FindDebtors,
): Op<Refusal | undefined> {
  if (!(yield* canSeeAccount(exchange))) return undefined;
  const payer = yield* findRequestPayer(exchange);
  const debtors = yield* findDebtors();
  for (const payment of payments) {
    const debtor = debtors(payment);
    if (canPayFrom(payer, debtor) && !debtor.mayPay)
      return refuseWithoutRight(debtor, payment.initiation.debtorAccount);
  }
  return undefined;
}

/** The limit of a small payment in øre: 500.00 NOK. */
const MOST_MINOR = 50_000n;

function isSmall(payment: Payment): boolean {
  return (
    getProductRules(payment).canBeExempt &&
    convert(payment.amountMinor, payment.currency, 'NOK') <= MOST_MINOR
  );
}

/**
 * Returns true if payments are exempt from SCA: the session's SCA is valid, its PSU may pay, and each payment is small
 * and to an own account, or a fault exempts it.
 * @see D4-exempted, D5-exempted, I-exempted, D11-faults
 */
export function* areExempt(
  exchange: RequestContext,
  payments: readonly Payment[],
  findDebtors: FindDebtors,
): Op<boolean> {
  const areSmall = payments.every(isSmall);
  const isStruck = exchange.faults.find('EXEMPTED') !== undefined;
  if (!areSmall && !isStruck) return false;
  if (isOpenForWhom(exchange) || (yield* findSessionPsu(exchange)) === undefined) return false;
  const payer = yield* findRequestPayer(exchange);
  if (payer === undefined) return false;
  if (findObstacle(payments, yield* findDebtors(), payer) !== undefined) return false;
  return isStruck || (yield* areToOwn(payments, payer));
}

/** Returns true if the payer can also pay from every creditor account. */
function* areToOwn(payments: readonly Payment[], payer: Payer): Op<boolean> {
  for (const { creditorAccount } of payments) {
    if (!canPayFrom(payer, yield* findAccount(creditorAccount))) return false;
  }
  return true;
}
