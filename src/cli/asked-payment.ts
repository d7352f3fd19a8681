import type { PaymentAsked } from '../app/named-psu.ts';
import { Args, Flags } from './flags.ts';

/** The payment that a command is about, by its id. @see cli.md --product */
export const paymentArgs = {
  id: Args.string({ description: 'The paymentId from payments create.', required: true }),
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
