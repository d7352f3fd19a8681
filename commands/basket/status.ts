import { createCard, QUIET } from '../../src/cli/command.ts';
import { getOperation } from '../../src/client/operation.ts';
import { defineBasketCommand } from '../../src/payments/baskets.ts';
import type { BasketStatus } from '../../src/wire/answers/payments.ts';

/** A basket's status is the worst status of its payments. @see I-basket-worst-case */
export default defineBasketCommand(
  {
    summary: 'Read the status of a signing basket.',
    description: 'This is the worst status of its payments. psd2 status ID shows the status of each payment.',
    examples: { 'The status of a basket': 'basket status kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  getOperation('read basket status'),
  (basketId) =>
    createCard<BasketStatus>([
      ['Basket', () => basketId, 'identifier'],
      ['Status', 'transactionStatus', 'status', QUIET],
    ]),
);
