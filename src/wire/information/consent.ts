import type * as z from 'zod/mini';
import { messages } from '../answers/message.ts';
import { answer, links } from '../answers/shape.ts';

/** A consent is not made yet: the PSU chooses its accounts where scaRedirect leads. @see D6-consent-calls */
export const consentAsked = answer({ tppMessages: messages, _links: links });

export type ConsentAsked = z.infer<typeof consentAsked>;
