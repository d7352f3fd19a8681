import type { PsuNaming } from '../client/name-psu.ts';
import type { PaymentReference } from '../client/read-payment.ts';
import type { Links } from '../wire/link.ts';
import type { AtBank } from './at-bank.ts';

/** An authorisation that a command has just started. */
export interface StartedSca {
  readonly kind: 'payment' | 'cancellation';
  readonly paymentId: string;
  /** The links of the answer that started it. */
  readonly links: Links;
  readonly tppSessionId: string;
  /** Of its PSU, as far as the profile knows it. */
  readonly customerNumber: string | undefined;
}

/** What stands behind a started authorisation. */
export interface Starting {
  readonly reference: PaymentReference;
  readonly psu: PsuNaming;
  readonly customerNumber: string | undefined;
  readonly tppSessionId: string;
}

/** Later commands find the payment's product and PSU, and the session that its redirect must name. */
export function rememberStarted(
  { remember }: AtBank,
  { reference, psu, customerNumber, tppSessionId }: Starting,
): Promise<void> {
  return remember((ledger) =>
    ledger.rememberPayment({
      ...reference,
      tppSessionId,
      ...(psu.psuId === undefined ? {} : { psuId: psu.psuId }),
      ...(customerNumber === undefined ? {} : { customerNumber }),
    }),
  );
}
