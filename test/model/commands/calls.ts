import { type CallName, callOn, lastSca } from '../model/calls.ts';
import { FIRM, OLA } from '../model/facts.ts';
import type { Kind } from '../model/products.ts';
import { type Caller, headersRefused } from '../model/psu.ts';
import { type Model, refused } from '../model/state.ts';
import {
  byTpp,
  choose,
  type Ids,
  NOT_MADE,
  once,
  type Plan,
  pathOf,
  type Target,
  tppHeaders,
} from '../plan.ts';

/** Commands of a TPP about a payment that is there. */

export interface CallCommand {
  readonly do: 'call';
  readonly call: CallName;
  readonly at: Target | 'nobody' | 'bygone';
  /** As the payment's own TPP and PSU, unless something else is said. */
  readonly by?: Partial<Caller>;
  /** Below the path of another kind than its own. */
  readonly under?: Kind;
  /** Without a header that is required. */
  readonly lacks?: 'TPP-Session-ID' | 'PSU-IP-Address';
}

const BELOW: Readonly<Record<CallName, readonly [method: string, path: string]>> = {
  status: ['GET', '/status'],
  details: ['GET', ''],
  cancel: ['DELETE', ''],
  start: ['POST', '/authorisations'],
  list: ['GET', '/authorisations'],
  read: ['GET', '/authorisations/'],
  'start-cancellation': ['POST', '/cancellation-authorisations'],
  'list-cancellations': ['GET', '/cancellation-authorisations'],
  'read-cancellation': ['GET', '/cancellation-authorisations/'],
};

export function planOfCall(model: Model, command: CallCommand, ids: Ids): Plan {
  const { call, at, by, under, lacks } = command;
  const payment = typeof at === 'string' ? undefined : choose(model, at);
  const caller: Caller = {
    tpp: payment?.tpp ?? 0,
    session: 's0',
    psu: psuWay(payment && (payment.psu ?? model.facts[payment.debtor]?.owner)),
    ...by,
  };
  const [method, below] = BELOW[call];
  const id = payment ? ids.payments[payment.place] : at === 'bygone' ? ids.bygone : undefined;
  const sca = lastSca(model, payment, call === 'read-cancellation' ? 'cancellation' : 'payment');
  const last = below.endsWith('/') ? (ids.scas[sca?.place ?? -1] ?? NOT_MADE) : '';
  const all = tppHeaders(model, caller, 'call', ids);
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => name !== lacks));
  const isAsked = lacks === 'TPP-Session-ID' || (lacks === 'PSU-IP-Address' && method !== 'GET');
  const atOnce = isAsked ? refused(400, `HTTP_HEADER_REQUIRED ${lacks}`) : headersRefused(caller);
  // By either name of the instant product, whichever it was made by.
  const isAlias = (payment?.place ?? 0) % 2 === 1;
  const path = pathOf(under ?? payment?.kind ?? 'domestic', id ?? NOT_MADE, isAlias);
  return {
    sent: { method, path: `${path}${below}${last}`, headers, signer: byTpp(caller) },
    ...(atOnce ? { atOnce } : {}),
    act: once((then) => callOn(then, call, caller, payment && then.payments[payment.place], under)),
  };
}

/** How a customer is named by number. */
export function psuWay(number: string | undefined): Caller['psu'] {
  if (number === OLA) return 'ola';
  return number === FIRM ? 'firm' : 'kari';
}
