import { BASKET_ANSWERS, type BasketCall, lastScaOf } from './baskets.ts';
import { notTheirs, readSca, UNKNOWN } from './calls.ts';
import { type Caller, psuOf } from './psu.ts';
import type { Basket, Model, Said } from './state.ts';

/** Answers a call on a basket, which may be none that the bank has. */
export function callOnBasket(
  model: Model,
  name: BasketCall,
  caller: Caller,
  basket: Basket | undefined,
): Said {
  const who = psuOf(model, caller);
  if ('said' in who) return who.said;
  if (!basket) return UNKNOWN;
  const refusal = notTheirs(model, basket, caller.tpp, who.psu);
  if (refusal) return refusal;
  if (name === 'read-sca') return readSca(lastScaOf(model, basket));
  return BASKET_ANSWERS[name](model, basket, caller, who.psu);
}
