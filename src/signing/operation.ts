import type { Psd2Role } from '../certificates/certificate.ts';

/**
 * What the path alone says of an operation, for a verifier that is not told.
 * @see decisions.md §1, §3
 * @see signing.md §4
 */

const PAYMENT_SERVICES = ['payments', 'bulk-payments', 'periodic-payments'];

const ROLES: ReadonlyMap<string, readonly Psd2Role[]> = new Map<string, readonly Psd2Role[]>([
  ...[...PAYMENT_SERVICES, 'signing-baskets'].map((resource) => [resource, ['PSP_PI']] as const),
  ...['accounts', 'card-accounts', 'bank-offered-consents', 'consents'].map(
    (resource) => [resource, ['PSP_AI']] as const,
  ),
  ...['user', 'users', 'agreements'].map((resource) => [resource, ['PSP_PI', 'PSP_AI']] as const),
]);

/** What stands after `/v1`, whatever base path stands before it. */
const RESOURCE = /^[^?#]*?\/v1\/([^/?#]+)([^?#]*)/;

/** The roles of which the certificate needs one; empty where any will do. */
export function rolesOf(target: string): readonly Psd2Role[] {
  return ROLES.get(RESOURCE.exec(target)?.[1] ?? '') ?? [];
}

/** Whether a body of this operation must come with a Digest: payment creation, fee information, tpps, sandbox. */
export function isDigestRequired(method: string, target: string): boolean {
  const [, resource = '', rest = ''] = RESOURCE.exec(target) ?? [];
  if (PAYMENT_SERVICES.includes(resource)) {
    return method === 'POST' && /^\/[^/]+(?:\/fee-information)?$/.test(rest);
  }
  return (resource === 'tpps' && method === 'PUT') || (resource === 'sandbox' && method === 'POST');
}
