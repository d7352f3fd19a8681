import type { PaymentAsked } from '../app/named-psu.ts';
import type { PaymentWanted } from '../payments/read.ts';
import { Args, Flags } from './flags.ts';

/** The payment that a command is about, by its id. @see C-payment-product */
export const paymentArgs = {
  id: Args.string({ description: 'The paymentId from payments create.', required: true }),
};

/** Without an id the newest one. @see C-newest-payment */
export const wantedPaymentArgs = {
  id: Args.string({
    description: 'paymentId of the creation response. Default: the newest payment of the profile.',
  }),
};

export const productFlag = {
  product: Flags.string({
    description:
      "domestic, cross-border, instant, periodic or bulk, or one of the interface's products (PRODUCT or SERVICE/PRODUCT). Default: the product this profile remembers, else domestic.",
    helpValue: 'PRODUCT',
  }),
};

export function paymentAsked(
  { id }: { id: string },
  { product }: { product?: string | undefined },
): PaymentAsked {
  return { paymentId: id, product };
}

export function paymentWanted(
  { id }: { id?: string | undefined },
  { product }: { product?: string | undefined },
): PaymentWanted {
  return { paymentId: id, product };
}
