import type { BasketRead, BasketStatus } from '../../../wire/signing-basket.ts';
import { statusOf } from '../../domain/order.ts';
import { basketLinks } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { loadOwnBasket } from './own-basket.ts';

/** @see D5-basket-read */
export const readBasket: Handler = function* (exchange, world) {
  const own = yield* loadOwnBasket(exchange, world);
  if ('messages' in own) return own;
  const json: BasketRead = {
    payments: own.payments.map(({ paymentId }) => paymentId),
    transactionStatus: statusOf(own),
    _links: basketLinks(exchange, own),
  };
  return { status: 200, json };
};

/** @see I-basket-worst-case */
export const readBasketStatus: Handler = function* (exchange, world) {
  const own = yield* loadOwnBasket(exchange, world);
  if ('messages' in own) return own;
  const json: BasketStatus = { transactionStatus: statusOf(own) };
  return { status: 200, json };
};
