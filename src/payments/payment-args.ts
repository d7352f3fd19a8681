import { createPickedArg, createTextFlag, type PickedKind } from '../cli/flags.ts';

/** Declares the argument with the id of a payment. @see C-payment-product, C-picked */
export function createPaymentArgs(picked: PickedKind) {
  return {
    id: createPickedArg(picked, 'The paymentId from payments create.'),
  };
}

export const productFlag = {
  product: createTextFlag(
    "domestic, cross-border, instant, periodic or bulk, or one of the interface's products (PRODUCT or SERVICE/PRODUCT). Default: the product this profile remembers, else domestic.",
    'PRODUCT',
  ),
};
