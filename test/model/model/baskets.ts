import { endOf } from './creation.ts';
import { approveEach } from './life.ts';
import type { BasketOrder } from './order.ts';
import { BASKETABLE } from './products.ts';
import {
  agreementNamed,
  type Caller,
  hasSca,
  isExempt,
  isSameStart,
  lacksRight,
  psuOf,
  started,
  startSca,
  TOO_MANY_OPEN,
} from './psu.ts';
import { onceOnly } from './repeats.ts';
import { type Basket, isOpen, type Model, type Payment, refused, type Said, type Sca } from './state.ts';
import { isReceived, membersOf, statusOfBasket } from './statuses.ts';

/** Signing baskets: several payments, one SCA. @see D5-one-sca */

export function scasOf({ scas }: Model, { place }: Basket): Sca[] {
  return scas.filter((sca) => sca.purpose === 'basket' && sca.basket === place);
}

export function waitingIn(model: Model, basket: Basket): Payment[] {
  return membersOf(model, basket).filter(isReceived);
}

/** Not deleted, with no payment whose account was, and its SCA has not ended; one that another start took the place of is none. */
export function isLive(model: Model, basket: Basket): boolean {
  return (
    !basket.isDeleted &&
    !basket.isEnded &&
    scasOf(model, basket).every((sca) => isOpen(sca) || sca.isReplaced)
  );
}

/** Something in it waits for its SCA. */
function canBeStarted(model: Model, basket: Basket): boolean {
  return isLive(model, basket) && waitingIn(model, basket).length > 0;
}

export function isInLiveBasket(model: Model, { place }: Payment): boolean {
  return model.baskets.some((basket) => basket.members.includes(place) && isLive(model, basket));
}

export function createBasket(model: Model, order: BasketOrder): Said {
  return onceOnly(model, order, receive);
}

function receive(model: Model, order: BasketOrder): Said {
  const who = psuOf(model, order.caller);
  if ('said' in who) return who.said;
  const payments = order.members.map((place) => (place === 'nobody' ? undefined : model.payments[place]));
  const theirs = payments.map((payment) => (payment?.tpp === order.caller.tpp ? payment : undefined));
  const known = theirs.flatMap((payment) => payment?.psu ?? []);
  // Whose payments they are: the request's PSU has some of them, or has none.
  const whose = who.psu !== undefined && known.includes(who.psu) ? who.psu : known[0];
  const errors = theirs.flatMap((payment, place) => {
    const code = memberFault(payment, whose, who.psu);
    return code === undefined ? [] : [`${code} paymentIds[${place}]`];
  });
  if (order.hasConsents) errors.push('REFERENCE_MIX_INVALID consentIds');
  if (errors.length > 0) return refused(400, ...errors);
  if (whose !== undefined && who.psu === undefined) return refused(400, 'HTTP_HEADER_REQUIRED PSU-ID');
  const members = theirs.filter((payment) => payment !== undefined);
  const taken = members.flatMap((payment, place) =>
    isReceived(payment) && !isInLiveBasket(model, payment) ? [] : [`CONFLICT paymentIds[${place}]`],
  );
  if (taken.length > 0) return refused(409, ...taken);
  const state = { isDeleted: false, isEnded: false };
  const basket = { place: model.baskets.length, tpp: order.caller.tpp, psu: who.psu, ...state };
  return joined(model, { ...basket, members: members.map(({ place }) => place) });
}

/** @see D5-basket-model, D3-psu-of-payment */
function memberFault(
  payment: Payment | undefined,
  whose: string | undefined,
  named: string | undefined,
): string | undefined {
  if (!payment) return 'RESOURCE_UNKNOWN';
  const isAnothers = payment.psu !== undefined && payment.psu !== whose;
  if (isAnothers || !BASKETABLE.includes(payment.kind)) return 'REFERENCE_MIX_INVALID';
  const isNotTheirs = payment.psu !== undefined && named !== undefined && payment.psu !== named;
  return isNotTheirs ? 'RESOURCE_UNKNOWN' : undefined;
}

/** A member's own authorisation ends, and it is over at the end of its day unless the basket is authorised. */
function joined(model: Model, basket: Basket): Said {
  for (const payment of membersOf(model, basket)) {
    for (const life of payment.lives) life.lapsesAt = endOf(life.day);
    for (const sca of model.scas) if (sca.payment === payment.place && isOpen(sca)) sca.status = 'FAILED';
  }
  model.baskets.push(basket);
  return { status: 201, transactionStatus: 'RCVD', links: 'self startAuthorisation status' };
}

export const BASKET_CALLS = ['read', 'status', 'delete', 'start', 'list', 'read-sca'] as const;
export type BasketCall = (typeof BASKET_CALLS)[number];

export function lastScaOf(model: Model, basket: Basket | undefined): Sca | undefined {
  return basket && scasOf(model, basket).at(-1);
}

const CONFLICT = refused(409, 'CONFLICT');
type Answering = (model: Model, basket: Basket, caller: Caller, psu: string | undefined) => Said;

/** What a TPP asks about a basket of its own. */
export const BASKET_ANSWERS: Readonly<Record<Exclude<BasketCall, 'read-sca'>, Answering>> = {
  read: (model, basket) => ({
    status: 200,
    transactionStatus: statusOfBasket(model, basket),
    listed: basket.members.length,
    links: canBeStarted(model, basket) ? 'self startAuthorisation status' : 'self status',
  }),
  status: (model, basket) => ({ status: 200, transactionStatus: statusOfBasket(model, basket) }),
  delete: (model, basket) => {
    if (!isLive(model, basket)) return CONFLICT;
    for (const sca of scasOf(model, basket).filter(isOpen)) sca.status = 'FAILED';
    // As before its authorisation was started: nobody authorises them.
    for (const life of waitingIn(model, basket).flatMap(({ lives }) => lives))
      life.lapsesAt = endOf(life.day);
    basket.isDeleted = true;
    return { status: 204 };
  },
  start,
  list: (model, basket) => ({ status: 200, listed: scasOf(model, basket).length }),
};

function start(model: Model, basket: Basket, caller: Caller, psu: string | undefined): Said {
  const waiting = waitingIn(model, basket);
  const open = scasOf(model, basket).find(isOpen);
  if (open && isSameStart(open, caller, psu, agreementNamed(model, caller))) return started(open.status);
  if (!canBeStarted(model, basket)) return CONFLICT;
  // No member of this request names the account.
  if (waiting.some((payment) => lacksRight(model, caller, psu, payment))) return refused(403, 'FORBIDDEN');
  const exempt = waiting.every((payment) => isExempt(model, caller, psu, payment));
  // From elsewhere: the new one takes the place of the open one, unless it is refused.
  const before = open?.status;
  if (open) Object.assign(open, { status: 'FAILED', isReplaced: true });
  const sca = startSca(model, caller, { purpose: 'basket', psu, basket, isExempt: exempt });
  if (!sca) {
    if (open) Object.assign(open, { status: before, isReplaced: false });
    return TOO_MANY_OPEN;
  }
  if (exempt && psu !== undefined) {
    basket.psu = psu;
    for (const payment of waiting) payment.psu = psu;
    approveEach(model, waiting, psu);
    return started('EXEMPTED');
  }
  // From now on the authorisation's own time counts.
  for (const life of waiting.flatMap(({ lives }) => lives)) life.lapsesAt = undefined;
  if (hasSca(model, caller, psu)) Object.assign(sca, { status: 'PSU_IDENTIFIED', identified: psu });
  return started(sca.status);
}
