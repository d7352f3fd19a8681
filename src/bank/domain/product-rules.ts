import { CROSS_BORDER, INSTANT, type PaymentService, productNamed } from '../../values/products.ts';

/** In what products differ once their body has been read. @see D1-products */
export interface ProductRules {
  /**
   * How an approved payment is executed: by a run of its day; by that one and the next; at its approval; or, being a
   * standing order, by no run.
   */
  readonly execution: 'run' | 'two-runs' | 'at-approval' | 'none';
  /** Whether details and status can be read before the PSU has approved it. */
  readonly isReadUnapproved: boolean;
  /** Whether lack of funds is an error at once, not a matter of the runs. */
  readonly rejectsNoFunds: boolean;
  /** Whether a small payment to an own account needs no SCA of its own. */
  readonly canBeExempt: boolean;
  /** Whether its creditor may be abroad, where a bban is free text; such a body has no place for a KID. */
  readonly isCrossBorder: boolean;
  /** In øre. */
  readonly feeOre: bigint;
  /** Of what the debtor pays, when it pays in another currency than was instructed; in parts of a thousand. */
  readonly conversionPerMille: bigint;
}

const SINGLE: ProductRules = {
  execution: 'run',
  isReadUnapproved: true,
  rejectsNoFunds: false,
  canBeExempt: true,
  isCrossBorder: false,
  feeOre: 0n,
  conversionPerMille: 0n,
};

/** I-known-issue: details and status of a domestic payment can't be fetched before it is approved. */
const DOMESTIC_RULES: ProductRules = { ...SINGLE, isReadUnapproved: false };

const CROSS_BORDER_RULES: ProductRules = {
  ...SINGLE,
  execution: 'two-runs',
  isCrossBorder: true,
  feeOre: 6500n,
  conversionPerMille: 1n,
};

const INSTANT_RULES: ProductRules = {
  ...SINGLE,
  execution: 'at-approval',
  rejectsNoFunds: true,
  feeOre: 200n,
};

const BULK_RULES: ProductRules = { ...SINGLE, canBeExempt: false };

/** @see D4-periodic-rests */
const PERIODIC_RULES: ProductRules = { ...SINGLE, execution: 'none', canBeExempt: false };

/** What a payment was made as. */
export interface MadeAs {
  readonly service: PaymentService;
  /** The name by which it was made. */
  readonly product: string;
}

export function rulesOf({ service, product }: MadeAs): ProductRules {
  if (service === 'bulk-payments') return BULK_RULES;
  if (service === 'periodic-payments') return PERIODIC_RULES;
  const known = productNamed(product);
  if (known === CROSS_BORDER) return CROSS_BORDER_RULES;
  return known === INSTANT ? INSTANT_RULES : DOMESTIC_RULES;
}
