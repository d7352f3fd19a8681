import type * as z from 'zod/mini';
import { answer, code, filled, links, list, text } from '../answers/shape.ts';

/** @see D6-user */
export const user = answer({
  psuId: filled,
  contexts: list(code(['PRIVATE', 'CORPORATE'])),
  _links: links,
});

export type User = z.infer<typeof user>;

const agreement = answer({
  psuCorporateId: filled,
  name: text,
  owner: text,
  _links: links,
});

/** The agreements in which a PSU may act for a company. @see D6-agreements */
export const agreementList = answer({ agreements: list(agreement) });

export type AgreementList = z.infer<typeof agreementList>;
