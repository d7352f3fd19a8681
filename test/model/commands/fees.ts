import { feeInformation, selfPaymentRefused } from '../model/creation.ts';
import { headersRefused } from '../model/psu.ts';
import type { Model } from '../model/state.ts';
import { byTpp, type Ids, once, type Plan, pathOf, tppHeaders } from '../plan.ts';
import { feeBodyOf } from './bodies.ts';
import { contextOf } from './creation.ts';
import { orderOf, type Wish } from './wish.ts';

/** A TPP asks for the fee of an instant payment, by either name of the product. */
export interface FeesCommand {
  readonly do: 'fees';
  readonly wish: Wish;
}

export function planOfFees(model: Model, { wish }: FeesCommand, ids: Ids): Plan {
  const order = orderOf(model, { ...wish, kind: 'instant' }, 'fees');
  const { caller, isAlias, items } = order;
  const [item] = items;
  if (!item) throw new Error('an order of nothing');
  const atOnce = headersRefused(caller) ?? selfPaymentRefused(order);
  return {
    sent: {
      method: 'POST',
      path: `${pathOf('instant', undefined, isAlias)}/fee-information`,
      headers: { ...tppHeaders(model, caller, 'fees', ids), ...contextOf(caller.psu) },
      body: JSON.stringify(feeBodyOf(model, order, item)),
      signer: byTpp(caller),
    },
    ...(atOnce ? { atOnce } : {}),
    act: once((then) => feeInformation(then, order, item)),
  };
}
