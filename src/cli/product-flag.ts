import { Flags } from './flags.ts';

/** The product of a payment that is read. @see cli.md --product */
export const productFlag = {
  product: Flags.string({
    description: 'Payment product.',
    default: 'norwegian-domestic-credit-transfers',
    helpValue: 'PRODUCT',
  }),
};
