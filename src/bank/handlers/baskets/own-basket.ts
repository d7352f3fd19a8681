import type { Op } from '../../../store/contract.ts';
import { type Refusal, unknownResource } from '../../answer.ts';
import { sequenceOf } from '../../domain/ids.ts';
import type { WholeBasket } from '../../domain/order.ts';
import type { Exchange } from '../../exchange.ts';
import { findWholeBasket } from '../../life/orders.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { refuseOtherPsu } from '../payments/own-payment.ts';

/** The basket of the path, when it is this TPP's and PSU's; all else is one answer. @see D2-finding-path, D3-psu-of-payment */
export function* loadOwnBasket(exchange: Exchange, world: WorldState): Op<WholeBasket | Refusal> {
  const sequence = sequenceOf(world.seed, 'basket', exchange.param('basketId'));
  const basket = sequence === undefined ? undefined : yield* findWholeBasket(sequence);
  if (!basket || basket.tpp !== exchange.tpp) return unknownResource('signing basket');
  return (yield* refuseOtherPsu(exchange, basket, 'signing basket')) ?? basket;
}
