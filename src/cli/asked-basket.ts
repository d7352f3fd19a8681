import { Args } from './flags.ts';

/** The basket that a command is about, by its id. @see C-basket */
export const basketArgs = {
  id: Args.string({ description: 'The basketId from basket create.', required: true }),
};
