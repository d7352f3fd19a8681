import { createHash } from 'node:crypto';
import type { Certificate } from './certificate.ts';

/** What an identity that is a key's begins with; nobody else's does. */
const OF_KEY = 'key:';

/**
 * Who a certificate stands for: its organizationIdentifier, else its key. One that looks like a key's identity is
 * none, or whoever writes it into a certificate would read that key's payments.
 * @see D12-tpp-identity
 */
export function tppIdentityOf({ organizationIdentifier, publicKey }: Certificate): string {
  if (organizationIdentifier !== undefined && !organizationIdentifier.startsWith(OF_KEY)) {
    return organizationIdentifier;
  }
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return OF_KEY + createHash('sha256').update(key).digest('hex');
}

/**
 * The TPP in a path: its organizationIdentifier without the leading PSD, else its identity.
 * @see D12-tpp-identity, D1-tpp-contact
 */
export function tppIdOf(identity: string): string {
  return identity.replace(/^PSD/, '');
}

/** What an organizationIdentifier of PSD2 is without its leading PSD: country, authority and number. */
const WITHOUT_PSD = /^[A-Z]{2}-/;

/**
 * The identities that the operator may mean by a name, the likelier first: it is in full, or an organizationIdentifier
 * without its leading PSD. Nothing else is completed: whoever comes as `PSDVATNO-1` would get what is meant for `VATNO-1`.
 * @see S11-worlds, S11-shared-world
 */
export function identitiesMeant(name: string): readonly string[] {
  return WITHOUT_PSD.test(name) ? [`PSD${name}`, name] : [name];
}
