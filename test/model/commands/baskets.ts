import { callOnBasket } from '../model/basket-calls.ts';
import { type BasketCall, createBasket, lastScaOf } from '../model/baskets.ts';
import type { BasketOrder } from '../model/order.ts';
import { type Caller, headersRefused, namesById } from '../model/psu.ts';
import { type Model, refused, type Said } from '../model/state.ts';
import { membersOf } from '../model/statuses.ts';
import {
  byTpp,
  choose,
  chooseBasket,
  type Ids,
  NOT_MADE,
  once,
  type Plan,
  type Target,
  tppHeaders,
} from '../plan.ts';
import { psuWay } from './calls.ts';

/** Commands of a TPP about signing baskets. */

export interface BasketCommand {
  readonly do: 'basket';
  readonly of: readonly (Target | 'nobody')[];
  /** As the TPP and PSU of the first payment, unless something else is said. */
  readonly by?: Partial<Caller>;
  readonly hasConsents?: boolean;
  readonly fault?: BasketFault;
}

/** A creation of a basket once more, with its X-Request-ID. */
export interface BasketAgainCommand {
  readonly do: 'basket-again';
  readonly back: number;
  readonly change: 'nothing' | 'members';
}

export interface BasketCallCommand {
  readonly do: 'basket-call';
  readonly call: BasketCall;
  /** Counted back from the last. */
  readonly at: number | 'nobody';
  readonly by?: Partial<Caller>;
}

/** Bodies that are wrong in themselves. */
const FAULTS = {
  'nothing named': [{}, 'paymentIds'],
  'nothing in it': [{ paymentIds: [] }, 'paymentIds'],
  'one twice': [{ paymentIds: [NOT_MADE, NOT_MADE] }, 'paymentIds'],
  'no name': [{ paymentIds: [NOT_MADE, 7] }, 'paymentIds[1]'],
} as const;

export type BasketFault = keyof typeof FAULTS;
export const BASKET_FAULTS = Object.keys(FAULTS) as readonly BasketFault[];
const BASKETS = '/v1/signing-baskets';

/** The order that a command is in the present state of the world; it names nothing twice. */
export function basketOrderOf(model: Model, command: BasketCommand, requestId: string): BasketOrder {
  const places = command.of.map((target) => (target === 'nobody' ? target : choose(model, target)?.place));
  const members = [...new Set(places.map((place) => place ?? 'nobody'))];
  const first = model.payments[members.find((place) => place !== 'nobody') ?? -1];
  const caller: Caller = {
    tpp: first?.tpp ?? 0,
    session: 's0',
    psu: psuWay(first && (first.psu ?? model.facts[first.debtor]?.owner)),
    ...command.by,
  };
  return { caller, requestId, members, hasConsents: command.hasConsents ?? false };
}

export function planOfBasket(model: Model, order: BasketOrder, ids: Ids, fault?: BasketFault): Plan {
  const { caller, members, hasConsents } = order;
  const paymentIds = members.map((place) => (place === 'nobody' ? NOT_MADE : ids.payments[place]));
  const right = { paymentIds, ...(hasConsents ? { consentIds: ['one'] } : {}) };
  const atOnce = refusedAtOnce(order, fault);
  return {
    sent: {
      method: 'POST',
      path: BASKETS,
      headers: tppHeaders(model, caller, order.requestId, ids),
      body: JSON.stringify(fault ? FAULTS[fault][0] : right),
      signer: byTpp(caller),
    },
    ...(atOnce ? { atOnce } : {}),
    act: once((then) => createBasket(then, order)),
  };
}

/** What the bank refuses before it looks into its store: the headers, then the body. */
function refusedAtOnce({ caller, members }: BasketOrder, fault: BasketFault | undefined): Said | undefined {
  const isOneTwice = new Set(members).size < members.length;
  const named = fault ?? (isOneTwice ? 'one twice' : undefined);
  return headersRefused(caller) ?? (named && refused(400, `FORMAT_ERROR ${FAULTS[named][1]}`));
}

/** The same one, or one with a payment more that nobody has made: named twice, where it was named already. */
export function changedBasket(order: BasketOrder, change: BasketAgainCommand['change']): BasketOrder {
  return change === 'nothing' ? order : { ...order, members: [...order.members, 'nobody'] };
}

const BELOW: Readonly<Record<BasketCall, readonly [method: string, path: string]>> = {
  read: ['GET', ''],
  status: ['GET', '/status'],
  delete: ['DELETE', ''],
  start: ['POST', '/authorisations'],
  list: ['GET', '/authorisations'],
  'read-sca': ['GET', '/authorisations/'],
};

/** The start of an authorisation takes a PSU-ID alone. */
function wayOfCall(call: BasketCall, owner: string | undefined): Caller['psu'] {
  const way = psuWay(owner);
  if (call !== 'start' || way === 'firm') return way;
  return way === 'ola' ? 'ola-id' : 'kari-id';
}

export function planOfBasketCall(model: Model, { call, at, by }: BasketCallCommand, ids: Ids): Plan {
  const basket = at === 'nobody' ? undefined : chooseBasket(model, at);
  const [first] = basket ? membersOf(model, basket) : [];
  const owner = basket?.psu ?? (first && model.facts[first.debtor]?.owner);
  const caller: Caller = { tpp: basket?.tpp ?? 0, session: 's0', psu: wayOfCall(call, owner), ...by };
  const [method, below] = BELOW[call];
  const sca = below.endsWith('/') ? (ids.scas[lastScaOf(model, basket)?.place ?? -1] ?? NOT_MADE) : '';
  const id = ids.baskets[basket?.place ?? -1] ?? NOT_MADE;
  const lacksId = call === 'start' && !namesById(caller);
  const atOnce = lacksId ? refused(400, 'HTTP_HEADER_REQUIRED PSU-ID') : headersRefused(caller);
  return {
    sent: {
      method,
      path: `${BASKETS}/${id}${below}${sca}`,
      headers: tppHeaders(model, caller, 'basket-call', ids),
      signer: byTpp(caller),
    },
    ...(atOnce ? { atOnce } : {}),
    act: once((then) => callOnBasket(then, call, caller, basket && then.baskets[basket.place])),
  };
}
