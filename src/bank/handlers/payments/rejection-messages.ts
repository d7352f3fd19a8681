import { message, type TppMessage } from '../../../wire/errors.ts';
import type { Order } from '../../domain/order.ts';
import { REASONS, type RejectionReason } from '../../domain/rejection.ts';

/**
 * Why what is rejected was: one reason without a path when it is that of all; of some payments of a bulk, each by its
 * place.
 * @see D4-rejection-reason
 */
export function rejectionMessages({ payments }: Order): readonly TppMessage[] {
  const [{ rejection: common }] = payments;
  if (common !== undefined && payments.every(({ rejection }) => rejection === common)) {
    return [reasonOf(common)];
  }
  return payments.flatMap(({ rejection }, place) =>
    rejection === undefined ? [] : [reasonOf(rejection, `payments[${place}]`)],
  );
}

function reasonOf(rejection: RejectionReason, path?: string): TppMessage {
  const { code, text } = REASONS[rejection];
  return message('ERROR', code, text, path);
}
