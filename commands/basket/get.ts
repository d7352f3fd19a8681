import { QUIET } from '../../src/cli/columns.ts';
import { createCard, withMembers } from '../../src/cli/presentation.ts';
import { getOperation } from '../../src/client/operation.ts';
import { BasketCommand } from '../../src/payments/baskets.ts';
import type { Meta } from '../../src/session/with-session.ts';
import type { BasketRead } from '../../src/wire/answers/payments.ts';

const basketCard = createCard<BasketRead & Meta & { readonly basketId: string }>([
  ['Basket', 'basketId', 'identifier', QUIET],
  ['Status', 'transactionStatus', 'status'],
  ['Payment', 'payments', 'identifier'],
]);

export default class BasketGet extends BasketCommand<BasketRead> {
  static override summary = 'Read a signing basket.';
  static override description = 'Shows its payments and the worst of their statuses.';
  static override examples = BasketCommand.listExamples({
    'A basket by its id': 'basket get kQ3nV0b1cT8sYpR5dW2xZa',
  });
  protected override readonly operation = getOperation('read basket');

  protected override present(basketId: string) {
    return withMembers(basketCard, { basketId });
  }
}
