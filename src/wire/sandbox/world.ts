import type { SandboxAccount } from './account.ts';
import type { SandboxAgreement } from './agreement.ts';
import type { SandboxCardAccount } from './card-account.ts';
import type { SandboxCustomer } from './customer.ts';

/** What initialise answers: everything it made, in the lists' own shapes. */
export interface SandboxWorld {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  readonly cardAccounts: readonly SandboxCardAccount[];
  readonly agreements: readonly SandboxAgreement[];
}
