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
import {
  bulkPayment,
  crossBorderPayment,
  domesticPayment,
  feeRequest,
  instantPayment,
  periodicPayment,
} from '../../wire/request-bodies.ts';
import { refuse } from '../answer.ts';
import { loadPsu } from '../guards/psu.ts';
import { authorisationRoutes, CANCELLATION, PAYMENT } from '../handlers/authorisations.ts';
import { createBulk, createPayment } from '../handlers/payments/create.ts';
import { cancelPayment, readFees, readPayment, readPaymentStatus } from '../handlers/payments/read.ts';
import { defineRoute, expectOneOf, type Guard, type Handler, type Route } from './route.ts';

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

const RULES: Partial<Route> = { statefulGuards: [loadPsu] };

export const PAYMENT_ROUTES: readonly Route[] = [
  defineRoute('read fee information', readFees, {
    ...RULES,
    service: 'payments',
    checkPath: checkProduct([INSTANT], 'fee information', false),
    body: () => feeRequest,
    access: 'read',
  }),
  ...SERVICES.flatMap(listRoutes),
];

function listRoutes({ service, noun, offers, create }: Service): Route[] {
  const products = Object.keys(offers);
  const routes = [
    defineRoute('create payment', create, {
      ...RULES,
      checkPath: checkProduct(products, noun, false),
      query: [expectOneOf('allowLogicalDuplicate', ['true', 'false'])],
      body: ({ product = '' }) => schemaFor(offers, product),
      isOfProduct: true,
    }),
    defineRoute('read payment', readPayment, RULES),
    defineRoute('read payment status', readPaymentStatus, RULES),
    defineRoute('cancel payment', cancelPayment, RULES),
    ...authorisationRoutes('authorisation', PAYMENT),
    ...authorisationRoutes('cancellation authorisation', CANCELLATION),
  ];
  const checkPath = checkProduct(products, noun, true);
  return routes.map((route) => ({
    checkPath,
    ...route,
    service,
    path: route.path.replace('{service}', service),
  }));
}

function schemaFor(offers: Service['offers'], name: string): Schema {
  const schema = offers[productNamed(name) ?? DOMESTIC];
  if (!schema) throw new Error(`${name} passed the guards and is not offered`);
  return schema;
}
