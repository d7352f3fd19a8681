import * as z from 'zod/mini';
import { AGREEMENT_ROLES, type AgreementRole } from '../../values/agreement-roles.ts';
import { array, filledText, object, oneOfAnyCase } from '../field.ts';
import type { Links } from '../link.ts';
import { IBAN_LIMIT, UNLIMITED } from '../payment-members.ts';
import { ITEMS, int32 } from './members.ts';

/** @see D8-engagement-members */
export const sandboxEngagement = object({
  /** customerNumber or customerId. */
  customer: filledText(UNLIMITED),
  account: object({ iban: filledText(IBAN_LIMIT) }),
  roles: array(oneOfAnyCase(AGREEMENT_ROLES, 'VIEW or REGISTER'), ITEMS),
  registerLimit: z.optional(int32),
  approvalLimit: z.optional(int32),
});

export type SandboxEngagementRequest = z.infer<typeof sandboxEngagement>;

/** @see D8-agreement-members */
export const sandboxAgreement = object({
  /** customerNumber or customerId. */
  owner: filledText(UNLIMITED),
  name: filledText(UNLIMITED),
  engagements: z.optional(array(sandboxEngagement, { max: ITEMS.max })),
});

export type SandboxAgreementRequest = z.infer<typeof sandboxAgreement>;

/** @see D8-agreement-shape */
export interface SandboxEngagement {
  readonly engagementId: string;
  /** customerNumber. */
  readonly customer: string;
  readonly account: { readonly iban: string };
  readonly roles: readonly AgreementRole[];
  /** Whole units of the account's currency; not enforced. */
  readonly registerLimit?: number;
  readonly approvalLimit?: number;
  readonly _links: Links;
}

/** @see D8-agreement-shape */
export interface SandboxAgreement {
  readonly agreementId: string;
  readonly type: 'PRIVATE' | 'CORPORATE';
  /** customerNumber. */
  readonly owner: string;
  readonly name: string;
  readonly engagements: readonly SandboxEngagement[];
  readonly _links: Links;
}
