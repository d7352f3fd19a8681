import type { Peer } from '../../message.ts';
import { type Door, isOfSandbox } from '../../wire/operations.ts';
import { checkMediaType, loadBody, loadForm } from '../guards/body.ts';
import {
  checkHeaderFormats,
  checkNul,
  checkQuery,
  checkRepeatedHeaders,
  checkSize,
} from '../guards/message.ts';
import { checkConnection, checkRequiredHeaders, checkSignature, checkTpp } from '../guards/signature.ts';
import { INFORMATION_ROUTES } from '../handlers/accounts/accounts.ts';
import { TRANSACTION_ROUTES } from '../handlers/accounts/transactions.ts';
import { BASKET_ROUTES } from '../handlers/baskets.ts';
import { CLOCK_ROUTES } from '../handlers/operator/clock.ts';
import { OPERATOR_CONSENT_ROUTES } from '../handlers/operator/consents.ts';
import { FAULT_ROUTES } from '../handlers/operator/faults.ts';
import { OPERATOR_PAYMENT_ROUTES } from '../handlers/operator/payments.ts';
import { SCA_ROUTES } from '../handlers/operator/sca.ts';
import { WORLD_ROUTES } from '../handlers/operator/worlds.ts';
import { PSU_ROUTES } from '../handlers/psu.ts';
import { SANDBOX_ROUTES } from '../handlers/sandbox/initialise.ts';
import { SITE_ROUTES } from '../sca/site/handlers.ts';
import type { BankPolicy } from '../settings.ts';
import { PAYMENT_ROUTES } from './payments.ts';
import type { Guard, Route } from './route.ts';

/** Every operation of the bank. @see D1-paths, A-same-operations */
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
