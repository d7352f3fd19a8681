import type { Links } from '../../wire/link.ts';
import type { ScaPlayed } from '../../wire/operator.ts';

/** What an SCA approves: a payment, its cancellation, or the payments of a basket. */
export interface Approvable {
  readonly kind: 'payment' | 'cancellation' | 'basket';
  /** paymentId or basketId. */
  readonly id: string;
}

/** What an SCA that was played approves, whether it did or not; a cancellation is told as its payment. */
export function approvedBy({ paymentId, basketId }: ScaPlayed): Approvable | undefined {
  if (basketId !== undefined) return { kind: 'basket', id: basketId };
  return paymentId === undefined ? undefined : { kind: 'payment', id: paymentId };
}

/** An authorisation that a command has just started. */
export interface StartedSca extends Approvable {
  /** The links of the answer that started it. */
  readonly links: Links;
  readonly tppSessionId: string;
  /** Of its PSU, as far as the profile knows it. */
  readonly customerNumber: string | undefined;
}
