/** What can be paid, and in what the kinds differ. @see D1-products, D4-products-model */

export const KINDS = ['domestic', 'cross-border', 'instant', 'periodic', 'bulk'] as const;
export type Kind = (typeof KINDS)[number];

/** Services and products, as paths have them. */
export const PATHS: Readonly<Record<Kind, string>> = {
  domestic: '/v1/payments/norwegian-domestic-credit-transfers',
  'cross-border': '/v1/payments/norwegian-cross-border-credit-transfers',
  instant: '/v1/payments/instant-norwegian-credit-transfers-straks',
  periodic: '/v1/periodic-payments/norwegian-domestic-credit-transfers',
  bulk: '/v1/bulk-payments/norwegian-domestic-credit-transfers',
};

/** Another name of the instant product. */
export const ALIAS = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
/** Those that a run takes. */
export const BATCHED: readonly Kind[] = ['domestic', 'cross-border', 'bulk'];
/** Those that may need no SCA. @see D4-exempted */
export const EXEMPTIBLE: readonly Kind[] = ['domestic', 'cross-border', 'instant'];
/** Those that a basket takes. @see D5-basket-refusals */
export const BASKETABLE: readonly Kind[] = ['domestic', 'cross-border', 'instant'];

/** Whole fees, in øre. */
const FEES: Readonly<Record<Kind, number>> = {
  domestic: 0,
  'cross-border': 6500,
  instant: 200,
  periodic: 0,
  bulk: 0,
};

/** The fee of a payment, in øre: 0.1 % of what it costs besides, where money is changed; half even. */
export function feeOf(kind: Kind, cost: number, currency: 'NOK' | 'EUR'): number {
  const isChanged = kind === 'cross-border' && currency !== 'NOK';
  return FEES[kind] + (isChanged ? halfEven(cost, 1000) : 0);
}

/** The fee in cents, for a debtor who says to have euro; the amount is in cents or øre. */
export function feeInEuro(kind: Kind, amount: number, currency: 'NOK' | 'EUR'): number {
  const isChanged = kind === 'cross-border' && currency !== 'EUR';
  return inCents(FEES[kind]) + (isChanged ? halfEven(inCents(amount), 1000) : 0);
}

/** NOK per EUR: 11.50. */
function inCents(ore: number): number {
  return halfEven(ore * 100, 1150);
}

/** What duplicates have in common beside the frequency, which is one in these histories. @see D4-duplicate-products */
export function productOf(kind: Kind): Kind {
  return kind === 'bulk' ? 'domestic' : kind;
}

/** A whole number divided, rounded half to even. */
export function halfEven(value: number, by: number): number {
  const whole = Math.floor(value / by);
  const rest = 2 * (value % by) - by;
  return rest > 0 || (rest === 0 && whole % 2 === 1) ? whole + 1 : whole;
}
