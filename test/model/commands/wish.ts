import { addDays, dayOf, isOpen } from '../model/calendar.ts';
import { PLACES } from '../model/facts.ts';
import { availableOn, written } from '../model/money.ts';
import type { CreditorName, Item, KIDS, Order } from '../model/order.ts';
import { feeOf, type Kind } from '../model/products.ts';
import { ELSEWHERE, type PsuWay } from '../model/psu.ts';
import { type Model, nowOf } from '../model/state.ts';

/** What is wished for, and the order that it is in the present state of the world. */

/** `all`, `more` and `half` are of what the account can pay just then, the fee set aside; `more` is an øre more. */
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

export interface ItemWish {
  readonly creditor: number | CreditorName;
  readonly amount: Amount;
  /** The message: the same one and all the rest the same is a logical duplicate, whatever its case. */
  readonly text: string;
  readonly kid?: keyof typeof KIDS;
}

export interface Wish extends ItemWish {
  /** Absent: domestic. */
  readonly kind?: Kind;
  readonly tpp: number;
  readonly session: string;
  readonly redirectUri?: string;
  readonly psu: PsuWay;
  readonly debtor: number | 'nowhere';
  readonly date: DateWish;
  readonly debtorCurrency?: 'EUR';
  readonly debtorBy?: 'iban' | 'both';
  /** What a bulk has besides its first item. */
  readonly more?: readonly Partial<ItemWish>[];
  readonly isAlias?: boolean;
  readonly isExplicit?: boolean;
  readonly rejectsNoFunds?: boolean;
  readonly refusesDuplicate?: boolean;
  /** The creditor is the debtor, each time: the bank refuses that. */
  readonly paysItself?: boolean;
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

/** A card pays nothing abroad: its owner's account does. */
const OWNERS: Readonly<Record<number, number>> = {
  [PLACES.kariCard]: PLACES.kari,
  [PLACES.olaCard]: PLACES.ola,
};

export function orderOf(model: Model, wish: Wish, requestId: string): Order {
  const { kind = 'domestic', tpp, session, psu } = wish;
  const isAbroad = kind === 'cross-border' && wish.debtor !== 'nowhere';
  const debtor = isAbroad ? (OWNERS[wish.debtor as number] ?? wish.debtor) : wish.debtor;
  const date = dateOf(dayOf(nowOf(model)), wish.date);
  const asked = kind === 'instant' || kind === 'periodic' ? undefined : date;
  const starts = kind === 'periodic' ? (date ?? addDays(dayOf(nowOf(model)), 2)) : undefined;
  return {
    kind,
    caller: {
      tpp,
      session,
      psu,
      ...(wish.redirectUri === undefined ? {} : { redirectUri: wish.redirectUri }),
    },
    requestId,
    debtor,
    debtorBy: wish.debtorBy ?? 'bban',
    debtorCurrency: wish.debtorCurrency ?? 'NOK',
    items: itemsOf(model, wish, kind, debtor).map((item) => ({
      ...item,
      creditor: creditorOf(item, wish, debtor),
    })),
    ...(asked === undefined ? {} : { asked }),
    ...(starts === undefined ? {} : { starts }),
    isAlias: kind === 'instant' && wish.isAlias === true,
    isExplicit: wish.isExplicit ?? false,
    rejectsNoFunds: wish.rejectsNoFunds ?? false,
    allowsDuplicate: wish.refusesDuplicate !== true,
  };
}

function itemsOf(model: Model, wish: Wish, kind: Kind, debtor: Wish['debtor']): Item[] {
  const { creditor, amount, text, kid, more = [] } = wish;
  const first: ItemWish = { creditor, amount, text, ...(kid === undefined ? {} : { kid }) };
  const all = kind === 'bulk' ? [first, ...more.map((one) => ({ ...first, ...one }))] : [first];
  return all.map((one) => itemOf(model, one, kind, debtor));
}

/** Nobody pays itself but who wishes to; a card, whose number is no bban, never does. */
function creditorOf({ creditor }: Item, { paysItself }: Wish, debtor: Wish['debtor']): Item['creditor'] {
  const itself = debtor === 'nowhere' ? 'elsewhere' : debtor;
  if (itself === PLACES.kariCard || itself === PLACES.olaCard) return creditor;
  if (paysItself) return itself;
  return creditor === itself ? (itself === PLACES.ola ? PLACES.kari : PLACES.ola) : creditor;
}

function itemOf(model: Model, item: ItemWish, kind: Kind, debtor: Wish['debtor']): Item {
  const [currency, amount] = item.amount.startsWith('EUR ')
    ? (['EUR', item.amount.slice(4)] as const)
    : (['NOK', inKroner(model, item.amount, kind, debtor)] as const);
  return { ...item, amount, currency };
}

function inKroner(model: Model, amount: Amount, kind: Kind, debtor: Wish['debtor']): string {
  const available = debtor === 'nowhere' ? 0 : availableOn(model, debtor) - feeOf(kind, 0, 'NOK');
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

export type Change = 'nothing' | 'message' | 'session' | 'redirect' | 'psu' | 'explicit';

/** The same order with something changed; what is not a part of what is asked makes it no other request. */
export function changed(order: Order, change: Change): Order {
  const { caller } = order;
  const again = (item: Item): Item => ({
    ...item,
    text: `${item.text} again`,
    amount: '2.00',
    currency: 'NOK',
  });
  const changes: Readonly<Record<Change, () => Order>> = {
    nothing: () => order,
    message: () => ({ ...order, items: order.items.map(again) }),
    session: () => ({ ...order, caller: { ...caller, session: `${caller.session}x` } }),
    redirect: () => ({ ...order, caller: { ...caller, redirectUri: ELSEWHERE } }),
    psu: () => ({ ...order, caller: { ...caller, psu: caller.psu === 'none' ? 'kari' : 'none' } }),
    explicit: () => ({ ...order, isExplicit: !order.isExplicit }),
  };
  return changes[change]();
}
