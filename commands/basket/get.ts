import { createCard, QUIET } from '../../src/cli/command.ts';
import { getOperation } from '../../src/client/operation.ts';
import { defineBasketCommand } from '../../src/payments/baskets.ts';
import type { BasketRead } from '../../src/wire/answers/payments.ts';

export default defineBasketCommand(
  {
    summary: 'Read a signing basket.',
    description: 'Shows its payments and the worst of their statuses.',
    examples: { 'A basket by its id': 'basket get kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  getOperation('read basket'),
  (basketId) =>
    createCard<BasketRead>([
      ['Basket', () => basketId, 'identifier', QUIET],
      ['Status', 'transactionStatus', 'status'],
      ['Payment', 'payments', 'identifier'],
    ]),
);
