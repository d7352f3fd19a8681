import { refuse } from '../../answer.ts';
import { letLapse } from '../../life/move.ts';
import type { Handler } from '../../routes/route.ts';
import { withdrawOpen } from '../../sca/end.ts';
import { updateBasket } from '../../store/tables/payments.ts';
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
