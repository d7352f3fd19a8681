import { CROSS_BORDER, DOMESTIC, INSTANT, type PaymentService } from '../values/products.ts';

/** The two steps of a path that say what a payment is. @see D1-paths */
export interface ProductPath {
  readonly service: PaymentService;
  readonly product: string;
}

/** The kinds of payments, and what each is called in a path. */
export const KINDS = {
  domestic: { service: 'payments', product: DOMESTIC },
  'cross-border': { service: 'payments', product: CROSS_BORDER },
  instant: { service: 'payments', product: INSTANT },
  periodic: { service: 'periodic-payments', product: DOMESTIC },
  bulk: { service: 'bulk-payments', product: DOMESTIC },
} as const satisfies Readonly<Record<string, ProductPath>>;

export type PaymentKind = keyof typeof KINDS;
