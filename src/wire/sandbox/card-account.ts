import type { Links } from '../link.ts';
import type { SandboxBalance } from './balance.ts';

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
