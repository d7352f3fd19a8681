import { link } from '../../../wire/link.ts';
import { isUnapproved } from '../../domain/payment.ts';
import { movePayment } from '../../life/move.ts';
import { isCancellable, paymentHref, paymentLinks } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { withdrawOpen } from '../../sca/end.ts';
import { refuseTooLate } from '../authorisations/cancellation.ts';
import { loadOwnPayment } from './own-payment.ts';

/**
 * Cancels a payment that nobody has authorised; of one that is authorised and not booked, says where the PSU must
 * approve that.
 * @see D4-bulk-cancel, D4-cancel
 */
export const cancelPayment: Handler = function* (exchange, world) {
  const order = yield* loadOwnPayment(exchange, world);
  if ('messages' in order) return order;
  const { status } = order;
  if (!isCancellable(order)) return refuseTooLate(order);
  if (isUnapproved(status)) {
    yield* withdrawOpen(world, order.sequence, 'payment');
    for (const { lapsesAt: _, ...payment } of order.payments) {
      yield* movePayment(world, payment, ['CANC'], world.bankNow);
    }
    return { status: 204 };
  }
  const start = `${paymentHref(exchange, order)}/cancellation-authorisations`;
  return {
    status: 202,
    json: {
      transactionStatus: status,
      _links: { ...paymentLinks(exchange, order), startAuthorisation: link(start, 'POST') },
    },
  };
};
