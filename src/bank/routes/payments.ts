import type * as z from 'zod/mini';
import { domesticPayment } from '../../wire/domestic-payment.ts';
import { DOMESTIC, type Product, productNamed } from '../../wire/products.ts';
import { loadPsu } from '../guards/load-psu.ts';
import { listOf, readOf, startOf } from '../handlers/payments/authorisations.ts';
import { cancelPayment } from '../handlers/payments/cancel.ts';
import { createDomesticPayment } from '../handlers/payments/create-domestic.ts';
import { readPayment, readPaymentStatus } from '../handlers/payments/read.ts';
import { refuse } from '../refusal.ts';
import { PAYMENT_ACT, PAYMENT_CREATION, PAYMENT_READ } from './requirements.ts';
import type { Guard, Handler, Route } from './route.ts';

interface OfferedProduct {
  readonly schema: z.ZodMiniType<unknown>;
  readonly create: Handler;
}

/** The products that this bank offers as single payments. @see decisions.md §1 Products */
const OFFERED: Partial<Record<Product, OfferedProduct>> = {
  [DOMESTIC]: { schema: domesticPayment, create: createDomesticPayment },
};

/** @see decisions.md §1: an unknown product is 404 PRODUCT_UNKNOWN */
const checkProductIsKnown: Guard = (exchange) => {
  const name = exchange.param('product');
  return productNamed(name)
    ? undefined
    : refuse(404, 'PRODUCT_UNKNOWN', `no payment product is named ${name}`);
};

/** @see decisions.md §1: a known product that the service does not offer is 403 PRODUCT_INVALID */
const checkProductIsOffered: Guard = (exchange) =>
  checkProductIsKnown(exchange) ??
  (offered(exchange.param('product'))
    ? undefined
    : refuse(
        403,
        'PRODUCT_INVALID',
        `this bank does not offer ${exchange.param('product')} as single payment`,
      ));

function offered(name: string): OfferedProduct | undefined {
  const product = productNamed(name);
  return product && OFFERED[product];
}

function offeredProduct(name: string): OfferedProduct {
  const product = offered(name);
  if (!product) throw new Error(`${name} passed the guards and is not offered`);
  return product;
}

const PAYMENT_RULES = {
  door: 'interface',
  role: 'PSP_PI',
  statefulGuards: [loadPsu],
} as const satisfies Partial<Route>;

const READ_RULES = {
  ...PAYMENT_RULES,
  ...PAYMENT_READ,
  checkPath: checkProductIsKnown,
  query: [],
  access: 'read',
  answersRepeats: false,
} as const satisfies Partial<Route>;

const ACT_RULES = {
  ...PAYMENT_RULES,
  ...PAYMENT_ACT,
  checkPath: checkProductIsKnown,
  query: [],
  access: 'write',
  answersRepeats: false,
} as const satisfies Partial<Route>;

const PAYMENT = '/v1/payments/{product}/{paymentId}';

export const PAYMENT_ROUTES: readonly Route[] = [
  {
    ...PAYMENT_RULES,
    ...PAYMENT_CREATION,
    operation: 'create payment',
    method: 'POST',
    path: '/v1/payments/{product}',
    checkPath: checkProductIsOffered,
    query: [
      {
        name: 'allowLogicalDuplicate',
        holds: (value) => value === 'true' || value === 'false',
        expected: 'true or false',
      },
    ],
    body: (exchange) => offeredProduct(exchange.param('product')).schema,
    access: 'write',
    answersRepeats: true,
    handler: (exchange, world) => offeredProduct(exchange.param('product')).create(exchange, world),
  },
  {
    ...READ_RULES,
    operation: 'read payment',
    method: 'GET',
    path: PAYMENT,
    handler: readPayment,
  },
  {
    ...READ_RULES,
    operation: 'read payment status',
    method: 'GET',
    path: `${PAYMENT}/status`,
    handler: readPaymentStatus,
  },
  { ...ACT_RULES, operation: 'cancel payment', method: 'DELETE', path: PAYMENT, handler: cancelPayment },
  ...authorisationRoutes('authorisation', `${PAYMENT}/authorisations`, 'payment'),
  ...authorisationRoutes(
    'cancellation authorisation',
    `${PAYMENT}/cancellation-authorisations`,
    'cancellation',
  ),
];

/** @see decisions.md §1 Authorisations; Cancel an authorised payment */
function authorisationRoutes(name: string, path: string, purpose: 'payment' | 'cancellation'): Route[] {
  return [
    { ...ACT_RULES, operation: `start ${name}`, method: 'POST', path, handler: startOf(purpose) },
    { ...READ_RULES, operation: `list ${name}s`, method: 'GET', path, handler: listOf(purpose) },
    {
      ...READ_RULES,
      operation: `read ${name}`,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      handler: readOf(purpose),
    },
  ];
}
