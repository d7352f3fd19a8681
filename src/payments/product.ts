import { KINDS, type PaymentKind, type ProductPath } from '../client/payments.ts';
import { Fault } from '../errors.ts';
import { SERVICES } from '../values/products.ts';

/** The pattern of one path segment, which can't be `..` or contain a slash. */
const PRODUCT = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * Parses `--product`: a kind, `service/product`, or a product of single payments. The bank decides which products
 * exist.
 * @throws Fault USAGE
 * @see C-payment-product
 */
export function parseProductFlag(text: string): ProductPath {
  if (Object.hasOwn(KINDS, text)) return KINDS[text as PaymentKind];
  const [first = '', second, ...more] = text.split('/');
  const service = second === undefined ? 'payments' : SERVICES.find((known) => known === first);
  const product = second ?? first;
  if (service !== undefined && more.length === 0 && PRODUCT.test(product)) return { service, product };
  throw new Fault('USAGE', `Unknown product: ${JSON.stringify(text)}.`, {
    hint: `Use ${Object.keys(KINDS).join(', ')}, a product's name, or service/product with one of ${SERVICES.join(', ')}.`,
  });
}
