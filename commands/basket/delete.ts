import { createSentence } from '../../src/cli/presentation.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { getOperation } from '../../src/client/operation.ts';
import { defineBasketCommand } from '../../src/payments/baskets.ts';

export default defineBasketCommand(
  {
    summary: 'Delete a signing basket.',
    description:
      'Works only before its SCA. Its payments stay as they are and can be authorised on their own again.',
    examples: { 'A basket by its id': 'basket delete kQ3nV0b1cT8sYpR5dW2xZa' },
  },
  getOperation('delete basket'),
  (basketId) => {
    const name = sanitizeForTerminal(basketId);
    return createSentence(
      () => `Basket ${name} deleted. Its payments are unchanged.`,
      () => [name],
    );
  },
);
