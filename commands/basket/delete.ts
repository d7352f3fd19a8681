import { createSentence, type Presentation } from '../../src/cli/presentation.ts';
import { sanitizeForTerminal } from '../../src/cli/sanitize.ts';
import { getOperation } from '../../src/client/operation.ts';
import { BasketCommand } from '../../src/payments/baskets.ts';
import type { Meta } from '../../src/session/with-session.ts';

export default class BasketDelete extends BasketCommand<object> {
  static override summary = 'Delete a signing basket.';
  static override description =
    'Works only before its SCA. Its payments stay as they are and can be authorised on their own again.';
  static override examples = BasketCommand.listExamples({
    'A basket by its id': 'basket delete kQ3nV0b1cT8sYpR5dW2xZa',
  });
  protected override readonly operation = getOperation('delete basket');

  protected override present(basketId: string): Presentation<Meta> {
    const name = sanitizeForTerminal(basketId);
    return createSentence(
      () => `Basket ${name} deleted. Its payments are unchanged.`,
      () => [name],
    );
  }
}
