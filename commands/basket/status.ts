import { QUIET } from '../../src/cli/columns.ts';
import { createCard, withMembers } from '../../src/cli/presentation.ts';
import { getOperation } from '../../src/client/operation.ts';
import { BasketCommand } from '../../src/payments/baskets.ts';
import type { Meta } from '../../src/session/with-session.ts';
import type { BasketStatus as BasketStatusRead } from '../../src/wire/answers/payments.ts';

/** The card of a basket's status, which is the worst status of its payments. @see I-basket-worst-case */
const basketCard = createCard<BasketStatusRead & Meta & { readonly basketId: string }>([
  ['Basket', 'basketId', 'identifier'],
  ['Status', 'transactionStatus', 'status', QUIET],
]);

export default class BasketStatus extends BasketCommand<BasketStatusRead> {
  static override summary = 'Read the status of a signing basket.';
  static override description =
    'This is the worst status of its payments. psd2 status ID shows the status of each payment.';
  static override examples = BasketCommand.listExamples({
    'The status of a basket': 'basket status kQ3nV0b1cT8sYpR5dW2xZa',
  });
  protected override readonly operation = getOperation('read basket status');

  protected override present(basketId: string) {
    return withMembers(basketCard, { basketId });
  }
}
