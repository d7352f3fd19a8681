import { link } from '../../../wire/link.ts';
import { canBeCancelled, isUnapproved } from '../../domain/transitions.ts';
import { movePayment } from '../../life/move.ts';
import { paymentHref, paymentLinks } from '../../payment-links.ts';
import { refuse } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { withdrawOpen } from './authorisations.ts';
import { loadOwnPayment } from './own-payment.ts';

/**
 * Cancels a payment that nobody has authorised; of one that is authorised and not booked, says where the PSU must
 * approve that.
 * @see decisions.md §4 Cancel
 */
export const cancelPayment: Handler = function* (exchange, world) {
  const payment = yield* loadOwnPayment(exchange, world);
  if ('messages' in payment) return payment;
  if (!canBeCancelled(payment.status)) {
    return refuse(409, 'CONFLICT', `a payment in ${payment.status} can't be cancelled any more`);
  }
  if (isUnapproved(payment.status)) {
    yield* withdrawOpen(world, payment, 'payment');
    const { lapsesAt: _, ...rest } = payment;
    yield* movePayment(world, rest, ['CANC'], world.bankNow);
    return { status: 204 };
  }
  const start = `${paymentHref(exchange, payment)}/cancellation-authorisations`;
  return {
    status: 202,
    json: {
      transactionStatus: payment.status,
      _links: { ...paymentLinks(exchange, payment), startAuthorisation: link(start, 'POST') },
    },
  };
};
