import * as z from 'zod/mini';
import { answer, links } from './answer.ts';

/** @see D6-user */
export const user = answer({
  psuId: z.string(),
  contexts: z.array(z.enum(['PRIVATE', 'CORPORATE'])),
  _links: links,
});

export type User = z.infer<typeof user>;

const agreement = answer({
  psuCorporateId: z.string(),
  name: z.string(),
  owner: z.string(),
  _links: links,
});

/** The agreements in which a PSU may act for a company. @see D6-agreements */
export const agreementList = answer({ agreements: z.array(agreement) });

export type AgreementList = z.infer<typeof agreementList>;
