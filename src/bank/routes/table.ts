import type { Peer } from '../../message.ts';
import { type Door, isOfSandbox } from '../../wire/operations.ts';
import { checkConnection } from '../guards/check-connection.ts';
import { checkHeaderFormats } from '../guards/check-header-formats.ts';
import { checkMediaType } from '../guards/check-media-type.ts';
import { checkNul } from '../guards/check-nul.ts';
import { checkQuery } from '../guards/check-query.ts';
import { checkRepeatedHeaders } from '../guards/check-repeated-headers.ts';
import { checkRequiredHeaders } from '../guards/check-required-headers.ts';
import { checkSignature } from '../guards/check-signature.ts';
import { checkSize } from '../guards/check-size.ts';
import { checkTpp } from '../guards/check-tpp.ts';
import { loadBody } from '../guards/load-body.ts';
import { loadForm } from '../guards/load-form.ts';
import type { BankPolicy } from '../settings.ts';
import { ACCOUNT_ROUTES } from './accounts.ts';
import { BASKET_ROUTES } from './baskets.ts';
import { OPERATOR_ROUTES } from './operator.ts';
import { PAYMENT_ROUTES } from './payments.ts';
import { PSU_ROUTES } from './psu.ts';
import type { Guard, Route } from './route.ts';
import { SANDBOX_ROUTES } from './sandbox.ts';
import { SITE_ROUTES } from './site.ts';
import { TPP_ROUTES } from './tpps.ts';

/** Every operation of the bank. @see D1-paths, A-same-operations */
export const ROUTES: readonly Route[] = [
  ...PAYMENT_ROUTES,
  ...BASKET_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PSU_ROUTES,
  ...TPP_ROUTES,
  ...SANDBOX_ROUTES,
  ...OPERATOR_ROUTES,
  ...SITE_ROUTES,
];

function offerOf(...doors: readonly Door[]): readonly Route[] {
  return ROUTES.filter(({ door }) => doors.includes(door));
}

const EVERYTHING = offerOf('interface', 'operator', 'site');
const FOR_OTHERS = offerOf('interface', 'site');
const FOR_BROWSERS = offerOf('site');
const IN_PRODUCTION = FOR_OTHERS.filter((one) => !isOfSandbox(one));

/**
 * To everybody but the operator the operator's controls are not there; to who comes by plain HTTP, nothing but the site.
 * Under production policy the sandbox's paths are not there either.
 * @see D14-site-over-http, D11-operator, D12-production-paths
 */
export function offerFor({ operator, siteOnly }: Peer, policy: BankPolicy): readonly Route[] {
  if (siteOnly === true) return FOR_BROWSERS;
  if (operator) return EVERYTHING;
  return policy === 'production' ? IN_PRODUCTION : FOR_OTHERS;
}

/**
 * The order of checks, for every operation: path and method come first (match.ts), then these, then the route's
 * own checks and handler inside the transaction (PSU, session, SCA, consent → domain).
 * @see D2-order, D2-signature-order
 */
export const GUARDS: Readonly<Record<Door, readonly Guard[]>> = {
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
  operator: [checkSize, checkRepeatedHeaders, checkHeaderFormats, checkNul, checkMediaType, loadBody],
  site: [checkSize, checkRepeatedHeaders, checkNul, loadForm],
};
