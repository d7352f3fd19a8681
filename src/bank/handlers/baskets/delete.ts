import { letLapse } from '../../life/lapse.ts';
import { refuse } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { withdrawOpen } from '../../sca/withdraw.ts';
import { updateBasket } from '../../store/tables/baskets.ts';
import { loadOwnBasket } from './own-basket.ts';

/** Frees the payments of a basket that is not authorised. @see D5-basket-delete, D5-basket-freed */
export const deleteBasket: Handler = function* (exchange, world) {
  const basket = yield* loadOwnBasket(exchange, world);
  if ('messages' in basket) return basket;
  if (basket.state !== 'LIVE') {
    const why = basket.state === 'DELETED' ? 'is deleted' : 'is already authorised';
    return refuse(409, 'CONFLICT', `the signing basket ${why}`);
  }
  yield* withdrawOpen(world, basket.sequence, 'basket');
  yield* letLapse(basket.payments);
  yield* updateBasket({ ...basket, state: 'DELETED' });
  return { status: 204 };
};
