import { Args, createTextFlag, type PickedKind, withPicker } from '../cli/flags.ts';

/** Declares the argument with the id of a payment. @see C-payment-product, C-picked */
export function createPaymentArgs(picked: PickedKind) {
  return {
    id: withPicker(
      picked,
      Args.string({ description: 'The paymentId from payments create.', required: true }),
    ),
  };
}

export const productFlag = {
  product: createTextFlag(
    "domestic, cross-border, instant, periodic or bulk, or one of the interface's products (PRODUCT or SERVICE/PRODUCT). Default: the product this profile remembers, else domestic.",
    'PRODUCT',
  ),
};
