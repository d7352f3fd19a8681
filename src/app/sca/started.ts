import type { PsuNaming } from '../../client/name-psu.ts';
import type { PaymentReference } from '../../client/read-payment.ts';
import type { Links } from '../../wire/link.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import type { AtBank } from '../at-bank.ts';

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

/** Whose an authorisation is. */
interface Owned {
  readonly psu: PsuNaming;
  readonly customerNumber: string | undefined;
  readonly tppSessionId: string;
}

/** What stands behind a started authorisation. */
export interface Starting extends Owned {
  readonly reference: PaymentReference;
}

/** Later commands find the payment's product and PSU, and the session that its redirect must name. */
export function rememberStarted({ remember }: AtBank, { reference, ...owned }: Starting): Promise<void> {
  return remember((ledger) => ledger.rememberPayment({ ...reference, ...rememberedOf(owned) }));
}

/** As of a payment; its payments are those that the creation has put into it. */
export function rememberBasket(
  { remember }: AtBank,
  { basketId, paymentIds = [], ...owned }: Owned & { basketId: string; paymentIds?: readonly string[] },
): Promise<void> {
  return remember((ledger) => ledger.rememberBasket({ basketId, paymentIds, ...rememberedOf(owned) }));
}

function rememberedOf({ psu, customerNumber, tppSessionId }: Owned) {
  return {
    tppSessionId,
    ...(psu.psuId === undefined ? {} : { psuId: psu.psuId }),
    ...(customerNumber === undefined ? {} : { customerNumber }),
  };
}
