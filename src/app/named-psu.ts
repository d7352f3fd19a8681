import type { PaymentAsked, PsuChoice } from '../app.ts';
import type { Ledger, RememberedPayment } from '../client/ledger/ledger.ts';
import { type PsuNaming, psuOfCreation, psuOfPayment } from '../client/name-psu.ts';
import type { PaymentReference } from '../client/read-payment.ts';
import { DOMESTIC } from '../wire/products.ts';

/**
 * How a creation names its PSU.
 * @param owner customerNumber of the debtor account's owner, where that is known: the PSU unless --as names another
 * @see cli.md Sent by default
 */
export async function namedForCreation(
  ledger: Ledger,
  choice: PsuChoice,
  owner: string | undefined,
): Promise<PsuNaming> {
  return psuOfCreation(choice, await ledger.psu(choice.as ?? owner));
}

export interface KnownPayment {
  readonly reference: PaymentReference;
  readonly psu: PsuNaming;
  /** customerNumber of its PSU, as far as the profile knows it. */
  readonly customerNumber: string | undefined;
}

/**
 * A payment as its other operations need it: its product, which `--product` overrides, and its PSU, which `--as`
 * overrides. Of a payment that this profile does not know, domestic and the PSU of the last SCA are assumed.
 * @see cli.md The tool remembers each payment's product
 */
export async function knownPayment(
  ledger: Ledger,
  { paymentId, product }: PaymentAsked,
  choice: PsuChoice,
): Promise<KnownPayment> {
  const remembered = await ledger.payment(paymentId);
  const customerNumber = choice.as ?? remembered?.customerNumber;
  return {
    reference: { paymentId, product: product ?? remembered?.product ?? DOMESTIC },
    psu: psuOfPayment(customerNumber, await storedPsu(ledger, choice, remembered)),
    customerNumber,
  };
}

function storedPsu(ledger: Ledger, { as }: PsuChoice, remembered: RememberedPayment | undefined) {
  if (as !== undefined) return ledger.psu(as);
  if (remembered === undefined) return ledger.psu();
  const { psuId, customerNumber } = remembered;
  if (psuId !== undefined) return ledger.psuById(psuId);
  return customerNumber === undefined ? undefined : ledger.psu(customerNumber);
}
