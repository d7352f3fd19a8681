import type * as z from 'zod/mini';
import {
  CROSS_BORDER,
  DOMESTIC,
  INSTANT,
  isOfferedElsewhere,
  type PaymentService,
  type Product,
  productNamed,
} from '../../values/products.ts';
import { bulkPayment } from '../../wire/bulk-payment.ts';
import { crossBorderPayment } from '../../wire/cross-border-payment.ts';
import { domesticPayment } from '../../wire/domestic-payment.ts';
import { feeRequest, instantPayment } from '../../wire/instant-payment.ts';
import { periodicPayment } from '../../wire/periodic-payment.ts';
import { refuse } from '../answer.ts';
import { loadPsu } from '../guards/load-psu.ts';
import { CANCELLATION } from '../handlers/authorisations/cancellation.ts';
import { type AuthorisationHandlers, handlersOf } from '../handlers/authorisations/handlers.ts';
import { PAYMENT } from '../handlers/authorisations/payment.ts';
import { cancelPayment } from '../handlers/payments/cancel.ts';
import { createBulk } from '../handlers/payments/create-bulk.ts';
import { createPayment } from '../handlers/payments/create-payment.ts';
import { readFees } from '../handlers/payments/fee-information.ts';
import { readPayment, readPaymentStatus } from '../handlers/payments/read.ts';
import type { Guard, Handler, Route } from './route.ts';
import { rowOf } from './row.ts';

type Schema = z.ZodMiniType<unknown>;

interface Service {
  readonly service: PaymentService;
  /** How a refusal calls what it does not offer. */
  readonly noun: string;
  /** The products it offers, each with its body. */
  readonly offers: Partial<Record<Product, Schema>>;
  readonly create: Handler;
}

/** @see D1-services */
const SERVICES: readonly Service[] = [
  {
    service: 'payments',
    noun: 'payment',
    offers: { [DOMESTIC]: domesticPayment, [CROSS_BORDER]: crossBorderPayment, [INSTANT]: instantPayment },
    create: createPayment,
  },
  {
    service: 'bulk-payments',
    noun: 'bulk payment',
    offers: { [DOMESTIC]: bulkPayment },
    create: createBulk,
  },
  {
    service: 'periodic-payments',
    noun: 'periodic payment',
    offers: { [DOMESTIC]: periodicPayment },
    create: createPayment,
  },
];

/**
 * The product of a path: one that nobody knows is 404 PRODUCT_UNKNOWN, one that is known and not offered 403.
 * @param products what is offered
 * @param isTaken whether a product that is not among them is one all the same: of a payment that is not there
 * @see D1-product-unknown, D1-product-invalid
 */
function checkProduct(products: readonly string[], what: string, isTaken: boolean): Guard {
  return (exchange) => {
    const name = exchange.param('product');
    const product = productNamed(name);
    if (product !== undefined && (isTaken || products.includes(product))) return undefined;
    if (product === undefined && !isOfferedElsewhere(name))
      return refuse(404, 'PRODUCT_UNKNOWN', `there's no payment product ${name}`);
    const text = `this bank doesn't offer a ${what} with ${name}, only ${products.join(', ')}`;
    return refuse(403, 'PRODUCT_INVALID', text);
  };
}

const PAYMENT_RULES = {
  statefulGuards: [loadPsu],
} as const satisfies Partial<Route>;

const ON_ONE = {
  ...PAYMENT_RULES,
  query: [],
} as const satisfies Partial<Route>;

const READ_RULES = { ...ON_ONE, access: 'read' } as const satisfies Partial<Route>;
const ACT_RULES = { ...ON_ONE, access: 'write' } as const satisfies Partial<Route>;

export const PAYMENT_ROUTES: readonly Route[] = [
  {
    ...PAYMENT_RULES,
    ...rowOf('read fee information'),
    service: 'payments',
    checkPath: checkProduct([INSTANT], 'fee information', false),
    query: [],
    body: () => feeRequest,
    access: 'read',
    handler: readFees,
  },
  ...SERVICES.flatMap(routesOf),
];

function routesOf({ service, noun, offers, create }: Service): Route[] {
  const routes: Omit<Route, 'service'>[] = [
    creation({ noun, offers, create }),
    { ...READ_RULES, ...rowOf('read payment'), handler: readPayment },
    { ...READ_RULES, ...rowOf('read payment status'), handler: readPaymentStatus },
    { ...ACT_RULES, ...rowOf('cancel payment'), handler: cancelPayment },
    ...authorisationRoutes('authorisation', handlersOf(PAYMENT)),
    ...authorisationRoutes('cancellation authorisation', handlersOf(CANCELLATION)),
  ];
  const checkPath = checkProduct(Object.keys(offers), noun, true);
  return routes.map((route) => ({
    checkPath,
    ...route,
    service,
    path: route.path.replace('{service}', service),
  }));
}

function creation({ noun, offers, create: handler }: Omit<Service, 'service'>): Omit<Route, 'service'> {
  const schemaOf = (name: string) => {
    const schema = offers[productNamed(name) ?? DOMESTIC];
    if (!schema) throw new Error(`${name} passed the guards and is not offered`);
    return schema;
  };
  return {
    ...PAYMENT_RULES,
    ...rowOf('create payment'),
    checkPath: checkProduct(Object.keys(offers), noun, false),
    query: [
      {
        name: 'allowLogicalDuplicate',
        holds: (value) => value === 'true' || value === 'false',
        expected: 'true or false',
      },
    ],
    body: ({ product = '' }) => schemaOf(product),
    isOfProduct: true,
    access: 'write',
    handler,
  };
}

/** @see D1-cancel */
function authorisationRoutes(
  name: string,
  { start, list, read }: AuthorisationHandlers,
): Omit<Route, 'service'>[] {
  return [
    { ...ACT_RULES, ...rowOf(`start ${name}`), handler: start },
    { ...READ_RULES, ...rowOf(`list ${name}s`), handler: list },
    { ...READ_RULES, ...rowOf(`read ${name}`), handler: read },
  ];
}
