/** @see D1-products */
export const DOMESTIC = 'norwegian-domestic-credit-transfers';
export const CROSS_BORDER = 'norwegian-cross-border-credit-transfers';
export const INSTANT = 'instant-norwegian-credit-transfers-straks';
/** Another name of the instant product: the same product when read. */
export const INSTANT_ALIAS = 'instant-norwegian-domestic-credit-transfers-straks';

export type Product = typeof DOMESTIC | typeof CROSS_BORDER | typeof INSTANT;

/** Finds the product of a name in the interface; undefined if no bank of this interface knows it. */
export function findProduct(name: string): Product | undefined {
  if (name === INSTANT_ALIAS) return INSTANT;
  return name === DOMESTIC || name === CROSS_BORDER || name === INSTANT ? name : undefined;
}

/** Products of the interface that this bank knows and offers nowhere. */
const NOT_OFFERED: readonly string[] = ['sepa-credit-transfers', 'cross-border-credit-transfers'];

/**
 * Checks whether other banks of this interface offer a product that this one doesn't.
 * @see D1-product-invalid
 */
export function isOfferedElsewhere(name: string): boolean {
  return NOT_OFFERED.includes(name);
}

/** The payment services, as the first segment of a path. @see D1-services */
export const SERVICES = ['payments', 'bulk-payments', 'periodic-payments'] as const;

export type PaymentService = (typeof SERVICES)[number];

/** The frequencies of periodic payments. @see D4-periodic-months */
export const FREQUENCIES: readonly string[] = [
  ...['Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths'],
  ...['Quarterly', 'SemiAnnual', 'Annual', 'MonthlyVariable'],
];
