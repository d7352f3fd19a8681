import type { BasketReference, CreateBasket } from '../../client/baskets.ts';
import type { TppMessage } from '../../wire/errors.ts';
import { has } from './payment.ts';

/** Why a payment can not be in the basket. @see D5-basket-refusals */
const REASONS: Readonly<Record<string, string>> = {
  REFERENCE_MIX_INVALID: 'a basket takes only single payments of one PSU, not bulk or periodic ones',
  RESOURCE_UNKNOWN: 'this PSU has no such payment. For another PSU, use --as',
  CONFLICT: "it's no longer waiting for its PSU, or is in another basket",
};

/** What to do about payments that can't be signed together: each is named by its id. */
export function hintOfMembers(
  messages: readonly TppMessage[],
  { paymentIds }: CreateBasket,
): string | undefined {
  const lines = messages.flatMap(({ code, path }) => {
    const [, place] = /^paymentIds\[(\d+)\]/.exec(path ?? '') ?? [];
    const paymentId = place === undefined ? undefined : paymentIds[Number(place)];
    const reason = REASONS[code];
    return paymentId === undefined || reason === undefined ? [] : [`Remove ${paymentId}: ${reason}.`];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** What to do about a basket that can't be read, authorised or deleted. */
export function hintOfBasket(
  messages: readonly TppMessage[],
  { basketId }: BasketReference,
): string | undefined {
  if (has(messages, 'CONFLICT')) return `Check the basket's status:\npsd2 basket status ${basketId}`;
  return has(messages, 'RESOURCE_UNKNOWN') ? 'Check the id and --as.' : undefined;
}
