import type * as z from 'zod/mini';
import type { TppMessage } from '../errors.ts';
import { filledText, object, oneOfAnyCase } from '../field.ts';
import type { Links } from '../link.ts';
import { UNLIMITED } from '../payment-members.ts';

/** @see D8-customer-type, I-sandbox-customer-create */
export const sandboxCustomer = object({
  customerNumber: filledText(UNLIMITED),
  name: filledText(UNLIMITED),
  type: oneOfAnyCase(['PRIVATE', 'CORPORATE'], 'PRIVATE or CORPORATE'),
});

export type SandboxCustomerRequest = z.infer<typeof sandboxCustomer>;

/** @see I-sandbox-customer-create */
export interface SandboxCustomer {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly customerName: string;
  /** Warnings, where it was made. */
  readonly tppMessages?: readonly TppMessage[];
  readonly _links: Links;
}
