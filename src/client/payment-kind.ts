import { Fault } from '../errors.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, type PaymentService, SERVICES } from '../values/products.ts';

/** The two steps of a path that say what a payment is. @see decisions.md §1 */
export interface ProductPath {
  readonly service: PaymentService;
  readonly product: string;
}

/** The kinds of payments that a command line names, and what each is called in a path. */
export const KINDS = {
  domestic: { service: 'payments', product: DOMESTIC },
  'cross-border': { service: 'payments', product: CROSS_BORDER },
  instant: { service: 'payments', product: INSTANT },
  periodic: { service: 'periodic-payments', product: DOMESTIC },
  bulk: { service: 'bulk-payments', product: DOMESTIC },
} as const satisfies Readonly<Record<string, ProductPath>>;

export type PaymentKind = keyof typeof KINDS;

/** A path's steps are not `..`, and one step is not two. */
const PRODUCT = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * What `--product` names: a kind, `service/product`, or a product alone, which then is one of single payments. Of a
 * product the name is not looked at: which ones there are is for the bank to say.
 * @throws Fault USAGE
 * @see cli.md --product
 */
export function productAsked(text: string): ProductPath {
  if (Object.hasOwn(KINDS, text)) return KINDS[text as PaymentKind];
  const [first = '', second, ...more] = text.split('/');
  const service = second === undefined ? 'payments' : SERVICES.find((known) => known === first);
  const product = second ?? first;
  if (service !== undefined && more.length === 0 && PRODUCT.test(product)) return { service, product };
  throw new Fault('USAGE', `--product ${JSON.stringify(text)} names no product.`, {
    hint: `Give ${Object.keys(KINDS).join(', ')}, a product's name, or service/product with one of ${SERVICES.join(', ')}.`,
  });
}
