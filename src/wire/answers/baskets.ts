import * as z from 'zod/mini';
import type { BasketCreated, BasketRead, BasketStatus } from '../signing-basket.ts';
import { answerAs, filled, links, list } from './shape.ts';

/** @see D5-basket-created */
export const basketCreated = answerAs<BasketCreated>({
  basketId: filled,
  transactionStatus: filled,
  _links: links,
});

/** @see D5-basket-read */
export const basketRead = answerAs<BasketRead>({
  payments: list(filled),
  transactionStatus: filled,
  _links: z.optional(links),
});

/** @see D5-basket-read */
export const basketStatus = answerAs<BasketStatus>({ transactionStatus: filled });
