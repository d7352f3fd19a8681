import type { Op } from '../../../store/contract.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import type { Basket } from '../../domain/basket.ts';
import { sequenceOf } from '../../domain/ids.ts';
import { worstOf } from '../../domain/order.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { type Refusal, unknownResource } from '../../refusal.ts';
import { paymentsOfBasket } from '../../sca/subject.ts';
import { findBasket } from '../../store/tables/baskets.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { refuseOtherPsu } from '../payments/own-payment.ts';

export interface OwnBasket {
  readonly basket: Basket;
  readonly payments: readonly Payment[];
}

/** The basket of the path, when it is this TPP's and PSU's; all else is one answer. @see decisions.md §2, §3 note 2 */
export function* loadOwnBasket(exchange: Exchange, world: WorldState): Op<OwnBasket | Refusal> {
  const sequence = sequenceOf(world.seed, 'basket', exchange.param('basketId'));
  const basket = sequence === undefined ? undefined : yield* findBasket(sequence);
  if (!basket || basket.tpp !== exchange.tpp) return unknownResource('signing basket');
  const refusal = yield* refuseOtherPsu(exchange, basket, 'signing basket');
  return refusal ?? { basket, payments: yield* paymentsOfBasket(basket) };
}

/** The worst case among its payments; CANC once it is deleted. @see decisions.md §5 */
export function statusOf({ basket, payments: [first, ...others] }: OwnBasket): TransactionStatus {
  if (basket.state === 'DELETED' || !first) return 'CANC';
  return worstOf([first, ...others]).status;
}
