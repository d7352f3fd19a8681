import { letLapse } from '../../life/lapse.ts';
import { refuse } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { updateBasket } from '../../store/tables/baskets.ts';
import { withdrawOpen } from '../payments/authorisations.ts';
import { loadOwnBasket } from './own-basket.ts';

/** Frees the payments of a basket that is not authorised. @see decisions.md §5 DELETE */
export const deleteBasket: Handler = function* (exchange, world) {
  const own = yield* loadOwnBasket(exchange, world);
  if ('messages' in own) return own;
  const { basket } = own;
  if (basket.state !== 'LIVE') {
    const why = basket.state === 'DELETED' ? 'is deleted' : 'has had its authorisation';
    return refuse(409, 'CONFLICT', `the signing basket ${why}`);
  }
  yield* withdrawOpen(world, basket.sequence, 'basket');
  yield* letLapse(own.payments);
  yield* updateBasket({ ...basket, state: 'DELETED' });
  return { status: 204 };
};
