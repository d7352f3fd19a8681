import { addDays, dayOf, isOpen } from '../model/calendar.ts';
import { CREDITORS, type CreditorName, create, KIDS, type Order } from '../model/creation.ts';
import { PLACES } from '../model/facts.ts';
import { availableOn, written } from '../model/money.ts';
import { headersRefused, type PsuWay } from '../model/psu.ts';
import { type Model, nowOf } from '../model/state.ts';
import { byTpp, type Ids, once, type Plan, pathOf, tppHeaders } from '../plan.ts';
import type { Sent } from '../sent.ts';
import { type Body, type FaultName, faultNamed } from './faults.ts';

/** Commands that make payments: what is wished, and what is sent for it. */

/** `all`, `more` and `half` are of what the account can pay just then; `more` is an øre more. */
export type Amount = 'all' | 'more' | 'half' | `${number}` | `EUR ${number}`;

export type DateWish =
  | 'absent'
  | 'today'
  | 'tomorrow'
  | 'weekend'
  | 'closed'
  | 'later'
  | 'year'
  | 'yesterday'
  | 'too-far';

export interface Wish {
  readonly tpp: number;
  readonly session: string;
  readonly psu: PsuWay;
  readonly debtor: number | 'nowhere';
  readonly creditor: number | CreditorName;
  readonly amount: Amount;
  readonly date: DateWish;
  /** The message: the same one and all the rest the same is a logical duplicate, whatever its case. */
  readonly text: string;
  readonly kid?: keyof typeof KIDS;
  readonly debtorCurrency?: 'EUR';
  readonly isExplicit?: boolean;
  readonly rejectsNoFunds?: boolean;
  readonly refusesDuplicate?: boolean;
}

/** A plain payment of Kari's: what the histories need when they need just a payment. */
export const PLAIN: Wish = {
  tpp: 0,
  session: 's0',
  psu: 'none',
  debtor: PLACES.kari,
  creditor: PLACES.ola,
  amount: '100.50',
  date: 'absent',
  text: 'one',
};

/** The order that a wish is in the present state of the world. */
export function orderOf(model: Model, wish: Wish, requestId: string): Order {
  const { tpp, session, psu, debtor, creditor, text, kid } = wish;
  const [currency, amount] = wish.amount.startsWith('EUR ')
    ? (['EUR', wish.amount.slice(4)] as const)
    : (['NOK', inKroner(model, wish)] as const);
  const asked = dateOf(dayOf(nowOf(model)), wish.date);
  return {
    caller: { tpp, session, psu },
    requestId,
    debtor,
    debtorCurrency: wish.debtorCurrency ?? 'NOK',
    creditor,
    amount,
    currency,
    text,
    ...(asked === undefined ? {} : { asked }),
    ...(kid === undefined ? {} : { kid }),
    isExplicit: wish.isExplicit ?? false,
    rejectsNoFunds: wish.rejectsNoFunds ?? false,
    allowsDuplicate: wish.refusesDuplicate !== true,
  };
}

function inKroner(model: Model, { amount, debtor }: Wish): string {
  const available = debtor === 'nowhere' ? 0 : availableOn(model, debtor);
  const share = { all: available, more: available + 1, half: Math.floor(available / 2) }[amount as string];
  return share === undefined ? amount : written(Math.max(share, 1));
}

function dateOf(today: string, wish: DateWish): string | undefined {
  const dates: Readonly<Record<DateWish, () => string | undefined>> = {
    absent: () => undefined,
    today: () => today,
    tomorrow: () => addDays(today, 1),
    weekend: () => firstFrom(today, (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 6),
    closed: () => firstFrom(today, (day) => !isOpen(day)),
    later: () => addDays(today, 3),
    year: () => addDays(today, 365),
    yesterday: () => addDays(today, -1),
    'too-far': () => addDays(today, 366),
  };
  return dates[wish]();
}

function firstFrom(today: string, holds: (day: string) => boolean): string {
  let day = today;
  while (!holds(day)) day = addDays(day, 1);
  return day;
}

function bodyOf(model: Model, order: Order): Body {
  const account = order.debtor === 'nowhere' ? undefined : model.facts[order.debtor];
  const { amount, currency, asked, kid, text, creditor } = order;
  const debtor = account?.isCard
    ? { other: { identification: account.number, schemeNameProprietary: 'creditCardAccount' } }
    : { bban: account?.number ?? CREDITORS.elsewhere.bban };
  const bban = typeof creditor === 'number' ? model.facts[creditor]?.number : CREDITORS[creditor].bban;
  return {
    instructedAmount: { amount, currency },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    debtorAccount: { ...debtor, currency: order.debtorCurrency },
    ...(kid === undefined
      ? { remittanceInformationUnstructured: text }
      : { remittanceInformationStructuredArray: [{ reference: KIDS[kid], referenceType: 'SCOR' }] }),
    ...(asked === undefined ? {} : { requestedExecutionDate: asked }),
  };
}

/** The request of an order, with a fault or without. */
function sentOf(model: Model, order: Order, ids: Ids, fault: FaultName | undefined): Sent {
  const { caller, isExplicit, rejectsNoFunds } = order;
  const { body = (one: Body) => one, sent = (one: Sent) => one } = fault ? faultNamed(fault) : {};
  const context = caller.psu === 'none' ? { 'PSU-Context': 'PRIVATE' } : {};
  return sent({
    method: 'POST',
    path: pathOf(),
    ...(order.allowsDuplicate ? { query: 'allowLogicalDuplicate=true' } : {}),
    headers: {
      ...tppHeaders(caller, order.requestId, ids),
      ...context,
      ...(isExplicit ? { 'TPP-Explicit-Authorisation-Preferred': 'true' } : {}),
      ...(rejectsNoFunds ? { 'TPP-Rejection-NoFunds-Preferred': 'true' } : {}),
    },
    body: JSON.stringify(body(bodyOf(model, order))),
    signer: byTpp(caller),
  });
}

export function planOfOrder(model: Model, order: Order, ids: Ids, fault?: FaultName): Plan {
  const sent = sentOf(model, order, ids, fault);
  const act = once((then) => create(then, order));
  const atOnce = fault ? faultNamed(fault).says : headersRefused(order.caller);
  return atOnce ? { sent, atOnce, act } : { sent, act };
}

export type Change = 'nothing' | 'message' | 'session' | 'psu' | 'explicit';

/** The same order with something changed; what is not a part of what is asked makes it no other request. */
export function changed(order: Order, change: Change): Order {
  const { caller } = order;
  const changes: Readonly<Record<Change, () => Order>> = {
    nothing: () => order,
    message: () => ({ ...order, text: `${order.text} again`, amount: '2.00', currency: 'NOK' }),
    session: () => ({ ...order, caller: { ...caller, session: `${caller.session}x` } }),
    psu: () => ({ ...order, caller: { ...caller, psu: caller.psu === 'none' ? 'kari' : 'none' } }),
    explicit: () => ({ ...order, isExplicit: !order.isExplicit }),
  };
  return changes[change]();
}
