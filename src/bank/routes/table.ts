import type * as z from 'zod/mini';
import type { Peer } from '../../message.ts';
import {
  CROSS_BORDER,
  DOMESTIC,
  findProduct,
  INSTANT,
  isOfferedElsewhere,
  type PaymentService,
  type Product,
} from '../../values/products.ts';
import { isOfSandbox, type ListenerName } from '../../wire/operations.ts';
import {
  bulkPayment,
  crossBorderPayment,
  feeRequest,
  instantPayment,
  periodicPayment,
} from '../../wire/product-bodies.ts';
import { domesticPayment } from '../../wire/request-bodies.ts';
import { refuse } from '../answer.ts';
import {
  checkHeaderFormats,
  checkMediaType,
  checkNul,
  checkQuery,
  checkRepeatedHeaders,
  checkSize,
  loadBody,
  loadForm,
} from '../guards/message.ts';
import { loadPsu } from '../guards/psu.ts';
import { checkConnection, checkRequiredHeaders, checkSignature, checkTpp } from '../guards/signature.ts';
import { INFORMATION_ROUTES } from '../handlers/accounts/accounts.ts';
import { TRANSACTION_ROUTES } from '../handlers/accounts/transactions.ts';
import { CANCELLATION, createAuthorisationRoutes, PAYMENT } from '../handlers/authorisations.ts';
import { BASKET_ROUTES } from '../handlers/baskets.ts';
import { CLOCK_ROUTES, FAULT_ROUTES, WORLD_ROUTES } from '../handlers/operator/bank.ts';
import { OPERATOR_PAYMENT_ROUTES } from '../handlers/operator/payments.ts';
import { OPERATOR_CONSENT_ROUTES, SCA_ROUTES } from '../handlers/operator/sca.ts';
import { VIEW_ROUTES } from '../handlers/operator/views.ts';
import { createBulk, createPayment } from '../handlers/payments/create.ts';
import { cancelPayment, readFees, readPayment, readPaymentStatus } from '../handlers/payments/read.ts';
import { PSU_ROUTES } from '../handlers/psu.ts';
import { SANDBOX_ROUTES } from '../handlers/sandbox/initialise.ts';
import { SITE_ROUTES } from '../sca/site/handlers.ts';
import type { BankPolicy } from '../settings.ts';
import { checkOneOf, defineRoute, type Guard, type Handler, type Route } from './route.ts';

type Schema = z.ZodMiniType<unknown>;

interface Service {
  readonly service: PaymentService;
  /** The name of the service in refusals. */
  readonly noun: string;
  /** The offered products with their body schemas, which are built when they are needed. */
  readonly offers: Partial<Record<Product, () => Schema>>;
  readonly create: Handler;
}

/** The payment services. @see D1-services */
const SERVICES: readonly Service[] = [
  {
    service: 'payments',
    noun: 'payment',
    offers: {
      [DOMESTIC]: () => domesticPayment,
      [CROSS_BORDER]: () => crossBorderPayment,
      [INSTANT]: () => instantPayment,
    },
    create: createPayment,
  },
  {
    service: 'bulk-payments',
    noun: 'bulk payment',
    offers: { [DOMESTIC]: () => bulkPayment },
    create: createBulk,
  },
  {
    service: 'periodic-payments',
    noun: 'periodic payment',
    offers: { [DOMESTIC]: () => periodicPayment },
    create: createPayment,
  },
];

/**
 * Creates a guard for the product in a path: 404 PRODUCT_UNKNOWN for an unknown product, 403 for one that isn't
 * offered.
 * @param products the offered products
 * @param isTaken true if other known products are accepted, so that the handler reports an unknown payment
 * @see D1-product-unknown, D1-product-invalid
 */
function checkProduct(products: readonly string[], what: string, isTaken: boolean): Guard {
  return (exchange) => {
    const name = exchange.param('product');
    const product = findProduct(name);
    if (product !== undefined && (isTaken || products.includes(product))) return undefined;
    if (product === undefined && !isOfferedElsewhere(name))
      return refuse(404, 'PRODUCT_UNKNOWN', `there's no payment product ${name}`);
    const text = `this bank doesn't offer a ${what} with ${name}, only ${products.join(', ')}`;
    return refuse(403, 'PRODUCT_INVALID', text);
  };
}

const RULES: Partial<Route> = { statefulGuards: [loadPsu] };

const PAYMENT_ROUTES: readonly Route[] = [
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
      query: [checkOneOf('allowLogicalDuplicate', ['true', 'false'])],
      body: ({ product = '' }) => selectSchema(offers, product),
      isOfProduct: true,
    }),
    defineRoute('read payment', readPayment, RULES),
    defineRoute('read payment status', readPaymentStatus, RULES),
    defineRoute('cancel payment', cancelPayment, RULES),
    ...createAuthorisationRoutes('authorisation', PAYMENT),
    ...createAuthorisationRoutes('cancellation authorisation', CANCELLATION),
  ];
  const checkPath = checkProduct(products, noun, true);
  return routes.map((route) => ({
    checkPath,
    ...route,
    service,
    path: route.path.replace('{service}', service),
  }));
}

function selectSchema(offers: Service['offers'], name: string): Schema {
  const schema = offers[findProduct(name) ?? DOMESTIC];
  if (!schema) throw new Error(`${name} passed the guards and is not offered`);
  return schema();
}

/** All operations of the bank. @see D1-paths, A-same-operations */
export const ROUTES: readonly Route[] = [
  ...PAYMENT_ROUTES,
  ...BASKET_ROUTES,
  ...INFORMATION_ROUTES,
  ...TRANSACTION_ROUTES,
  ...PSU_ROUTES,
  ...SANDBOX_ROUTES,
  ...SCA_ROUTES,
  ...CLOCK_ROUTES,
  ...OPERATOR_PAYMENT_ROUTES,
  ...WORLD_ROUTES,
  ...OPERATOR_CONSENT_ROUTES,
  ...FAULT_ROUTES,
  ...VIEW_ROUTES,
  ...SITE_ROUTES,
];

function listRoutesAt(...listeners: readonly ListenerName[]): readonly Route[] {
  return ROUTES.filter(({ listener }) => listeners.includes(listener));
}

const EVERYTHING = listRoutesAt('interface', 'operator', 'site');
const FOR_OTHERS = listRoutesAt('interface', 'site');
const FOR_BROWSERS = listRoutesAt('site');
const IN_PRODUCTION = FOR_OTHERS.filter((one) => !isOfSandbox(one));

/**
 * Selects the routes that a client can use. The operator's routes exist for the operator only; over plain HTTP only the
 * site exists; under production policy the sandbox's routes exist for the operator only.
 * @see D14-site-over-http, D11-operator, D12-production-paths
 */
export function selectRoutes({ operator, siteOnly }: Peer, policy: BankPolicy): readonly Route[] {
  if (siteOnly === true) return FOR_BROWSERS;
  if (operator) return EVERYTHING;
  return policy === 'production' ? IN_PRODUCTION : FOR_OTHERS;
}

/**
 * The guards of every operation in their order. Path and method are checked before them; the route's own checks and
 * handler follow within the transaction (PSU, session, SCA, consent → domain).
 * @see D2-order, D2-signature-order
 */
export const GUARDS: Readonly<Record<ListenerName, readonly Guard[]>> = {
  interface: [
    checkSize,
    checkRepeatedHeaders,
    checkRequiredHeaders,
    checkConnection,
    checkSignature,
    checkTpp,
    checkHeaderFormats,
    checkNul,
    checkQuery,
    checkMediaType,
    loadBody,
  ],
  operator: [
    ...[checkSize, checkRepeatedHeaders, checkHeaderFormats, checkNul, checkQuery],
    ...[checkMediaType, loadBody],
  ],
  site: [checkSize, checkRepeatedHeaders, checkNul, loadForm],
};
