import * as z from 'zod/mini';
import type { TppMessage } from '../errors.ts';
import { answer, links } from './answer.ts';

const message = answer({
  category: z.enum(['ERROR', 'WARNING']),
  code: z.string(),
  path: z.optional(z.string()),
  text: z.optional(z.string()),
}) as unknown as z.ZodMiniType<TppMessage>;

/** A consent is not made yet: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const consentAsked = answer({
  tppMessages: z.optional(z.array(message)),
  _links: links,
});

export type ConsentAsked = z.infer<typeof consentAsked>;
