import { create, selfPaymentRefused } from '../model/creation.ts';
import type { Order } from '../model/order.ts';
import { headersRefused } from '../model/psu.ts';
import type { Model } from '../model/state.ts';
import { byTpp, type Ids, once, type Plan, pathOf, tppHeaders } from '../plan.ts';
import type { Sent } from '../sent.ts';
import { bodyOf } from './bodies.ts';
import { type Body, type FaultName, faultNamed } from './faults.ts';

/** Commands that make payments: what is sent for an order. */

/** The request of an order, with a fault or without. */
function sentOf(model: Model, order: Order, ids: Ids, fault: FaultName | undefined): Sent {
  const { caller, kind, isAlias, isExplicit, rejectsNoFunds } = order;
  const { body = (one: Body) => one, sent = (one: Sent) => one } = fault ? faultNamed(fault) : {};
  return sent({
    method: 'POST',
    path: pathOf(kind, undefined, isAlias),
    ...(order.allowsDuplicate ? { query: 'allowLogicalDuplicate=true' } : {}),
    headers: {
      ...tppHeaders(model, caller, order.requestId, ids),
      ...contextOf(caller.psu),
      ...(isExplicit ? { 'TPP-Explicit-Authorisation-Preferred': 'true' } : {}),
      ...(rejectsNoFunds ? { 'TPP-Rejection-NoFunds-Preferred': 'true' } : {}),
    },
    body: JSON.stringify(body(bodyOf(model, order))),
    signer: byTpp(caller),
  });
}

/** Of a PSU that nobody named: one SCA identifies and approves. */
export function contextOf(psu: string): Record<string, string> {
  return psu === 'none' ? { 'PSU-Context': 'PRIVATE' } : {};
}

export function planOfOrder(model: Model, order: Order, ids: Ids, fault?: FaultName): Plan {
  const sent = sentOf(model, order, ids, fault);
  const act = once((then) => create(then, order));
  const atOnce = fault ? faultNamed(fault).says : (headersRefused(order.caller) ?? selfPaymentRefused(order));
  return atOnce ? { sent, atOnce, act } : { sent, act };
}
