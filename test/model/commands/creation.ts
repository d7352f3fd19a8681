import { create, selfPaymentRefused } from '../model/creation.ts';
import type { Order } from '../model/order.ts';
import { headersRefused } from '../model/psu.ts';
import type { Model } from '../model/state.ts';
import { byTpp, type Ids, once, type Plan, pathOf, tppHeaders } from '../plan.ts';
import type { Sent } from '../sent.ts';
import { bodyOf } from './bodies.ts';

/** Commands that make payments: what is sent for an order. */

/** The request of an order. */
function sentOf(model: Model, order: Order, ids: Ids): Sent {
  const { caller, kind, isAlias, isExplicit, rejectsNoFunds } = order;
  return {
    method: 'POST',
    path: pathOf(kind, undefined, isAlias),
    ...(order.allowsDuplicate ? { query: 'allowLogicalDuplicate=true' } : {}),
    headers: {
      ...tppHeaders(model, caller, order.requestId, ids),
      ...contextOf(caller.psu),
      ...(isExplicit ? { 'TPP-Explicit-Authorisation-Preferred': 'true' } : {}),
      ...(rejectsNoFunds ? { 'TPP-Rejection-NoFunds-Preferred': 'true' } : {}),
    },
    body: JSON.stringify(bodyOf(model, order)),
    signer: byTpp(caller),
  };
}

/** Of a PSU that nobody named: one SCA identifies and approves. */
export function contextOf(psu: string): Record<string, string> {
  return psu === 'none' ? { 'PSU-Context': 'PRIVATE' } : {};
}

export function planOfOrder(model: Model, order: Order, ids: Ids): Plan {
  const sent = sentOf(model, order, ids);
  const act = once((then) => create(then, order));
  const atOnce = headersRefused(order.caller) ?? selfPaymentRefused(order);
  return atOnce ? { sent, atOnce, act } : { sent, act };
}
