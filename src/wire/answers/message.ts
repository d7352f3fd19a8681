import * as z from 'zod/mini';
import type { TppMessage } from '../errors.ts';
import { answerAs, code, filled, list, text } from './shape.ts';

/** What the bank says beside a result. @see I-errors */
export const messages = z.optional(
  list(
    answerAs<TppMessage>({
      category: code(['ERROR', 'WARNING']),
      code: filled,
      path: z.optional(text),
      text: z.optional(text),
    }),
  ),
);
