import type { Links } from './link.ts';

/** @see interface.md Sandbox customer, Response */
export interface SandboxCustomer {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly customerType: 'PRIVATE' | 'CORPORATE';
  readonly customerName: string;
  readonly _links: Links;
}

export interface SandboxBalance {
  /** int32, whole units of the currency. */
  readonly balanceAmount: { readonly currency: string; readonly amount: number };
  readonly balanceType: string;
}

/** @see interface.md Sandbox account */
export interface SandboxAccount {
  readonly id: string;
  readonly customerNumber: string;
  readonly accountName: string;
  readonly bban: string;
  readonly iban: string;
  readonly currency: string;
  readonly product: string;
  readonly cashAccountType: string;
  readonly creditLine: number;
  readonly balances: readonly SandboxBalance[];
  readonly _links: Links;
}

/** @see decisions.md §8 Card account */
export interface SandboxCardAccount {
  readonly resourceId: string;
  readonly customerNumber: string;
  readonly maskedPan: string;
  readonly currency: string;
  readonly name: string;
  readonly product: string;
  readonly status: string;
  readonly creditLimit: { readonly currency: string; readonly amount: number };
  readonly relatedAccount: { readonly identification: string; readonly schemeNameProprietary: string };
  readonly balances: readonly SandboxBalance[];
  readonly _links: Links;
}

export interface SandboxAgreement {
  readonly agreementId: string;
  readonly type: 'PRIVATE' | 'CORPORATE';
  readonly ownerNumber: string;
  readonly name: string;
  readonly _links: Links;
}

/** What initialise answers: everything it made, in the lists' own shapes. */
export interface SandboxWorld {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  readonly cardAccounts: readonly SandboxCardAccount[];
  readonly agreements: readonly SandboxAgreement[];
}
