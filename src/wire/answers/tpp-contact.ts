import { answer, filled } from './shape.ts';

/** @see D1-tpp-contact */
export const tppContactKept = answer({ email: filled });
