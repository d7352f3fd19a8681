import type { Op } from '../../../store/contract.ts';
import { productNamed } from '../../../values/products.ts';
import { convert } from '../../../values/rates.ts';
import { type Refusal, refuse, unknownResource } from '../../answer.ts';
import { type DebtorAccount, type KnownDebtor, type Payer, paysFrom } from '../../domain/creation.ts';
import { orderedId, sequenceOf } from '../../domain/ids.ts';
import { isItem, type Order, type Payment } from '../../domain/payment.ts';
import { debtorPath, type NamedAccount, rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { isWithinHour } from '../../guards/psu.ts';
import { debtorOf, findDebtor, findObstacle, findPayer } from '../../life/payer.ts';
import { findReadable } from '../../life/payments.ts';
import { serviceOf } from '../../links.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import type { WorldState } from '../../store/tables/world.ts';

/**
 * The payment or bulk of the path, when it is this TPP's and PSU's; a payment of a bulk is authorised and cancelled
 * with it.
 * @see D1-bulk-items
 */
export function* loadOwnPayment(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange, world);
  if ('messages' in order) return order;
  const [{ bulk }] = order.payments;
  if (bulk === undefined || !isItem(order)) return order;
  const whole = orderedId(world.seed, 'payment', bulk);
  const text = `the payment is part of bulk ${whole}: authorise or cancel the bulk`;
  return refuse(409, 'CONFLICT', text);
}

/**
 * The payment, bulk, or payment of a bulk of the path, when it is this TPP's and PSU's. No such payment, another TPP's,
 * another PSU's, another product's or service's: one answer.
 * @see D2-resource-unknown, D3-psu-of-payment, D1-read-other-product
 */
export function* loadReadable(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const sequence = sequenceOf(world.seed, 'payment', exchange.param('paymentId'));
  const order = sequence === undefined ? undefined : yield* findReadable(sequence);
  const product = productNamed(exchange.param('product'));
  const isOfPath = order?.readAs === serviceOf(exchange) && productNamed(order.product) === product;
  if (!order || !isOfPath || order.tpp !== exchange.tpp) return unknownResource('payment');
  return (yield* refuseOtherPsu(exchange, order, 'payment')) ?? order;
}

/**
 * Who may see what belongs to a PSU; nobody need be named while that PSU is unknown, or gone: of a customer that was
 * deleted no PSU-ID works.
 * @see D3-psu-of-payment
 * @see D8-psu-gone
 */
export function* refuseOtherPsu(
  exchange: Exchange,
  { psu }: { readonly psu?: string },
  what: string,
): Op<Refusal | undefined> {
  if (psu === undefined || psu === exchange.psu) return undefined;
  if (exchange.psu !== undefined) return unknownResource(what);
  if ((yield* findCustomerType(psu)) === undefined) return undefined;
  const text = `PSU-ID or X-PSU-IDENTITY is required, because this ${what} has a known PSU`;
  return refuse(400, 'HTTP_HEADER_REQUIRED', text, 'PSU-ID');
}

/**
 * What a request is told of a debtor account depends on who asks. With PSU-ID, which the PSU's own SCA has given to
 * this TPP, or with an SCA of the named PSU in the session: whether it is theirs, its currency, and whether it may be
 * paid from. Of its money: with the session's SCA alone. Whoever else asks gets the same answer whatever the account
 * is, and the bank looks when the PSU has identified.
 * @see D4-disclosure
 */
function* isToldOfAccount(exchange: Exchange, world: WorldState): Op<boolean> {
  if (isOpenForWhom(exchange)) return false;
  if (exchange.psu !== undefined && exchange.header('PSU-ID') !== undefined) return true;
  return yield* isToldOfFunds(exchange, world);
}

export function* isToldOfFunds(exchange: Exchange, world: WorldState): Op<boolean> {
  return !isOpenForWhom(exchange) && (yield* psuOfSession(exchange, world)) !== undefined;
}

/**
 * Whether the PSU is to act for a company, and chooses on the page for which: until then nobody knows from which accounts
 * they pay. @see D4-debtor-later
 */
function isOpenForWhom(exchange: Exchange): boolean {
  return exchange.header('PSU-Context') === 'CORPORATE' && exchange.agreement === undefined;
}

/** The account that a body names, when the request may be told of it. */
export function* knownDebtor(
  exchange: Exchange,
  world: WorldState,
  named: NamedAccount,
): Op<KnownDebtor | undefined> {
  if (!(yield* isToldOfAccount(exchange, world))) return undefined;
  return { account: yield* findDebtor(named), payer: yield* payerOf(exchange) };
}

/** From which accounts the PSU of a request pays, in the agreement that its headers settled or for itself. */
function* payerOf({ psu, agreement }: Exchange): Op<Payer | undefined> {
  return psu === undefined ? undefined : yield* findPayer(psu, agreement);
}

/** customerNumber of the PSU, while the session of the request has a valid SCA of theirs. @see D6-session */
export function* psuOfSession(exchange: Exchange, world: WorldState): Op<string | undefined> {
  return (yield* isWithinHour(exchange, world)) ? exchange.psu : undefined;
}

/** @see D6-payment-right, D2-forbidden */
export function refuseWithoutRight(
  debtor: DebtorAccount | undefined,
  named: NamedAccount,
): Refusal | undefined {
  if (debtor?.mayPay !== false) return undefined;
  const text = 'the bank has blocked payments from this account through the interface';
  return refuse(403, 'FORBIDDEN', text, debtorPath(named));
}

/**
 * Whether the right to pay was taken away since a payment was made; told as at a creation, of the PSU's own accounts.
 * @see D6-payment-right, D4-disclosure
 */
export function* refuseTakenRight(
  exchange: Exchange,
  world: WorldState,
  payments: readonly Payment[],
): Op<Refusal | undefined> {
  if (!(yield* isToldOfAccount(exchange, world))) return undefined;
  const payer = yield* payerOf(exchange);
  // A bulk has one debtor for all its payments.
  for (const payment of payments[0]?.bulk === undefined ? payments : payments.slice(0, 1)) {
    const debtor = yield* debtorOf(payment);
    if (!paysFrom(payer, debtor)) continue;
    const refusal = refuseWithoutRight(debtor, payment.initiation.debtorAccount);
    if (refusal) return refusal;
  }
  return undefined;
}

/** 500.00 NOK, in øre. */
const MOST_MINOR = 50_000n;

function isSmall(payment: Payment): boolean {
  return rulesOf(payment).canBeExempt && convert(payment.amountMinor, payment.currency, 'NOK') <= MOST_MINOR;
}

/**
 * Whether payments need no SCA of their own, while the session's SCA is valid and its PSU may pay: each is small and to
 * an own account, or a fault has it so.
 * @see D4-exempted, D5-exempted, I-exempted, D11-faults
 */
export function* areExempt(exchange: Exchange, world: WorldState, payments: readonly Payment[]): Op<boolean> {
  const areSmall = payments.every(isSmall);
  const isStruck = exchange.faults.find('EXEMPTED') !== undefined;
  if (!areSmall && !isStruck) return false;
  if (isOpenForWhom(exchange) || (yield* psuOfSession(exchange, world)) === undefined) return false;
  const payer = yield* payerOf(exchange);
  if (payer === undefined || (yield* findObstacle(payments, payer)) !== undefined) return false;
  return isStruck || (yield* areToOwn(payments, payer));
}

/** Whether each goes to an account that its payer pays from too. */
function* areToOwn(payments: readonly Payment[], payer: Payer): Op<boolean> {
  for (const { creditorAccount } of payments) {
    if (!paysFrom(payer, yield* findAccount(creditorAccount))) return false;
  }
  return true;
}
