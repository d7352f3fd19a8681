import { accountAt, madeAt } from './accounts.ts';
import { paysFrom } from './agreements.ts';
import { addDays, dayInForce, dayOf, slotAfter, startOf } from './calendar.ts';
import { approve } from './life.ts';
import { availableOn, inOre, written } from './money.ts';
import { CREDITORS, type Debit, type Item, type Order } from './order.ts';
import { feeInEuro, feeOf, productOf } from './products.ts';
import {
  agreementNamed,
  hasSca,
  isExempt,
  isTold,
  psuOf,
  psuOfCreation,
  startSca,
  TOO_MANY_OPEN,
} from './psu.ts';
import { onceOnly } from './repeats.ts';
import { type Life, type Model, nowOf, type Payment, refused, type Said } from './state.ts';
import { statusOf } from './statuses.ts';

/** How the bank receives a payment. @see D4-creation */

export function create(model: Model, order: Order): Said {
  return onceOnly(model, order, receive);
}

function receive(model: Model, order: Order): Said {
  const who = psuOfCreation(model, order.caller);
  if ('said' in who) return who.said;
  const errors = faultsOf(model, order, who.psu);
  if (errors.length > 0) return refused(400, ...errors);
  const payment = paymentOf(model, order, who.psu);
  const obstacle =
    rightFault(model, order, who.psu) ??
    lackOfFunds(model, order, payment) ??
    duplicate(model, order, payment);
  return obstacle ?? received(model, order, payment);
}

/** Where the debtor's account is named. */
export function debtorMember(model: Model, { debtor, kind, debtorBy }: Debit): string {
  const isCard = debtor !== 'nowhere' && model.facts[debtor]?.isCard;
  if (isCard) return 'debtorAccount.other.identification';
  return kind === 'cross-border' && debtorBy === 'iban' ? 'debtorAccount.iban' : 'debtorAccount.bban';
}

/** @see D4-disclosure */
export function debtorFault(model: Model, debit: Debit, psu: string | undefined): string | undefined {
  if (!isTold(model, debit.caller, psu)) return undefined;
  if (!paysFrom(model, psu, agreementNamed(model, debit.caller), accountAt(model, debit.debtor))) {
    return `RESOURCE_UNKNOWN ${debtorMember(model, debit)}`;
  }
  return debit.debtorCurrency === 'NOK' ? undefined : 'FORMAT_ERROR debtorAccount.currency';
}

/** The bank has taken the right to pay from an account away. @see D6-consent */
export function rightFault(model: Model, debit: Debit, psu: string | undefined): Said | undefined {
  if (!isTold(model, debit.caller, psu)) return undefined;
  const isTaken = debit.debtor !== 'nowhere' && model.rightless.includes(debit.debtor);
  return isTaken ? refused(403, `FORBIDDEN ${debtorMember(model, debit)}`) : undefined;
}

/** Everything that is wrong with the body, in the order of its members. */
function faultsOf(model: Model, order: Order, psu: string | undefined): string[] {
  const today = dayOf(nowOf(model));
  const debtor = debtorFault(model, order, psu);
  const { asked, starts } = order;
  const isOutside = asked !== undefined && (asked < today || asked > addDays(today, 365));
  const date = isOutside ? 'EXECUTION_DATE_INVALID requestedExecutionDate' : undefined;
  const isPast = starts !== undefined && starts < today;
  const start = isPast ? 'EXECUTION_DATE_INVALID startDate' : undefined;
  const kids = order.items.map((item, place) => kidFault(order, item, place));
  const faults = order.kind === 'bulk' ? [debtor, date, ...kids] : [debtor, ...kids, date, start];
  return faults.filter((fault) => fault !== undefined);
}

/**
 * The debtor account as creditor: the body says so itself. Of a creditor abroad nothing is known here.
 * @see D4-debtor
 */
export function selfPaymentRefused(order: Order): Said | undefined {
  const { kind, debtor, items } = order;
  const isSame = ({ creditor }: Item) =>
    debtor === 'nowhere' ? creditor === 'elsewhere' && kind !== 'cross-border' : creditor === debtor;
  const faults = items.flatMap((item, place) =>
    isSame(item) ? [`FORMAT_ERROR ${pathIn(order, place, 'creditorAccount')}`] : [],
  );
  return faults.length > 0 ? refused(400, ...faults) : undefined;
}

/** Members of an item of a bulk are named below it. */
function pathIn({ kind }: Order, place: number, member: string): string {
  return kind === 'bulk' ? `payments[${place}].${member}` : member;
}

function kidFault(order: Order, { creditor, kid }: Item, place: number): string | undefined {
  if (order.kind === 'cross-border') return undefined;
  const rule = typeof creditor === 'number' ? 'unchecked' : CREDITORS[creditor].kid;
  const path = pathIn(order, place, 'remittanceInformationStructuredArray');
  if (rule === 'required' && kid === undefined) return `KID_MISSING ${path}`;
  const isWrong = rule === 'none' || (rule === 'required' && kid === 'wrong');
  return isWrong && kid !== undefined ? `KID_INVALID ${path}` : undefined;
}

function paymentOf(model: Model, order: Order, psu: string | undefined): Payment {
  const { asked, kind } = order;
  const day = dayOfOrder(order, nowOf(model));
  const dated = {
    day,
    moved: asked !== undefined && kind !== 'periodic' && asked !== day,
    lapsesAt: order.isExplicit ? endOf(day) : undefined,
  };
  return {
    place: model.payments.length,
    kind,
    tpp: order.caller.tpp,
    psu,
    debtor: order.debtor === 'nowhere' ? -1 : order.debtor,
    since: sinceOf(model, order, psu),
    isInEuro: order.debtorCurrency === 'EUR',
    debtorMember: debtorMember(model, order),
    lives: order.items.map((item) => lifeOf(order, item, dated)),
    asked,
    approval: undefined,
    rejectsNoFunds: order.rejectsNoFunds,
  };
}

/** Which account of its number pays, where the request may be told. */
function sinceOf(model: Model, { caller, debtor }: Order, psu: string | undefined): number | undefined {
  return debtor !== 'nowhere' && isTold(model, caller, psu) ? madeAt(model, debtor) : undefined;
}

/** When an execution day is over. */
export function endOf(day: string): number {
  return startOf(addDays(day, 1));
}

function dayOfOrder({ kind, asked, starts }: Order, now: number): string {
  if (starts !== undefined) return starts;
  if (kind === 'instant') return dayOf(now);
  return asked === undefined ? dayOf(slotAfter(now)) : dayInForce(asked, now);
}

function lifeOf(
  { kind, debtor, caller }: Order,
  { creditor, amount, currency, kid, text }: Item,
  dated: Pick<Life, 'day' | 'moved' | 'lapsesAt'>,
): Life {
  const cost = inOre(amount, currency);
  const isAbroad = kind === 'cross-border';
  // Whoever is elsewhere is abroad then, and has no KID.
  const payee = isAbroad && typeof creditor === 'string' ? 'abroad' : creditor;
  const reference = isAbroad ? undefined : kid;
  return {
    status: 'RCVD',
    path: ['RCVD'],
    creditor: typeof creditor === 'number' ? creditor : undefined,
    cost,
    fee: feeOf(kind, cost, currency),
    funds: undefined,
    ...dated,
    approvedAt: undefined,
    held: false,
    late: false,
    likeness: JSON.stringify([
      ...[caller.tpp, productOf(kind), debtor, payee, amount, currency],
      reference ?? text.toLowerCase(),
    ]),
  };
}

/** At creation only an instant payment's money is looked at, unless the TPP prefers that; where it may be told. */
function lackOfFunds(model: Model, order: Order, { debtor, lives, psu }: Payment): Said | undefined {
  if (!order.rejectsNoFunds && order.kind !== 'instant') return undefined;
  if (!hasSca(model, order.caller, psu)) return undefined;
  let left = availableOn(model, debtor);
  const short = lives.findIndex((life) => {
    left -= life.cost + life.fee;
    return left < 0;
  });
  return short < 0
    ? undefined
    : refused(400, `PAYMENT_FAILED ${pathIn(order, short, 'instructedAmount.amount')}`);
}

function duplicate(model: Model, order: Order, payment: Payment): Said | undefined {
  if (order.allowsDuplicate) return undefined;
  const same = payment.lives.filter((life, place) => {
    const before = payment.lives.slice(0, place).some(({ likeness }) => likeness === life.likeness);
    return before || model.payments.some(({ lives }) => lives.some((other) => isLike(other, life)));
  });
  if (same.length === 0) return undefined;
  const places =
    order.kind === 'bulk' ? same.map((life) => ` payments[${payment.lives.indexOf(life)}]`) : [''];
  return refused(409, ...places.map((place) => `CONFLICT${place}`));
}

function isLike({ likeness, day, duplicateDay = day, status }: Life, life: Life): boolean {
  return likeness === life.likeness && duplicateDay === life.day && status !== 'RJCT' && status !== 'CANC';
}

/** NOK 100 000.00, from which on the tax authorities are told. */
const THRESHOLD = 10_000_000;

function told({ items: [item] }: Order, payment: Payment): Pick<Said, 'warnings' | 'tellsPsu' | 'fees'> {
  const [life] = payment.lives;
  const isSmall = payment.kind === 'cross-border' && (life?.cost ?? 0) < THRESHOLD;
  const warnings = [
    ...(isSmall ? ['PRODUCT_INVALID instructedAmount.amount'] : []),
    ...(life?.moved ? ['EXECUTION_DATE_INVALID requestedExecutionDate'] : []),
  ];
  return {
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(life?.moved ? { tellsPsu: true } : {}),
    ...(item ? feesOf(payment, item) : {}),
  };
}

/** In the currency that the body gives the debtor's account. */
function feesOf(
  { kind, isInEuro }: Pick<Payment, 'kind' | 'isInEuro'>,
  { amount, currency }: Item,
): Pick<Said, 'fees'> {
  const fee = isInEuro
    ? feeInEuro(kind, inOre(amount, 'NOK'), currency)
    : feeOf(kind, inOre(amount, currency), currency);
  return fee > 0 ? { fees: `${written(fee)} ${isInEuro ? 'EUR' : 'NOK'}` } : {};
}

function received(model: Model, order: Order, payment: Payment): Said {
  if (order.isExplicit) {
    model.payments.push(payment);
    return {
      status: 201,
      transactionStatus: 'RCVD',
      links: 'self startAuthorisation status',
      ...told(order, payment),
    };
  }
  const exempt = isExempt(model, order.caller, payment.psu, payment);
  const isPrivate = order.caller.psu === 'none';
  const wanted = { purpose: 'payment', psu: payment.psu, payment, isExempt: exempt, isPrivate } as const;
  if (!startSca(model, order.caller, wanted)) return TOO_MANY_OPEN;
  model.payments.push(payment);
  const announced = told(order, payment);
  if (!exempt || payment.psu === undefined) {
    const links = 'scaRedirect scaStatus self startAuthorisation status';
    return { status: 201, transactionStatus: 'RCVD', links, ...announced };
  }
  approve(model, payment, payment.psu);
  const links = 'scaStatus self status';
  return { status: 201, transactionStatus: statusOf(payment), links, ...announced };
}

/** @see D4-fee-information */
export function feeInformation(model: Model, debit: Debit, item: Item): Said {
  const who = psuOf(model, debit.caller);
  if ('said' in who) return who.said;
  const fault = debtorFault(model, debit, who.psu);
  if (fault !== undefined) return refused(400, fault);
  const isInEuro = debit.debtorCurrency === 'EUR';
  return rightFault(model, debit, who.psu) ?? { status: 200, ...feesOf({ kind: 'instant', isInEuro }, item) };
}
