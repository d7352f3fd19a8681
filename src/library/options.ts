import type { Admission } from '../bank/settings.ts';
import { Authorities } from '../certificates/trust.ts';
import { Fault } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { tppRegistryOf } from '../wire/tpp-registry.ts';
import type { BankOptions } from './bank-types.ts';

/**
 * What a caller in JavaScript may give: an option that isn't one would be passed over, and the test would be about another
 * bank than it says.
 * @param what takes them: `createBank`
 * @throws Fault INPUT_INVALID
 * @see A-library-options
 */
export function expectOptions(what: string, given: unknown, names: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Fault('INPUT_INVALID', `${what} takes an object of options, not ${wordFor(given)}.`, {
      hint: `Options: ${names.join(', ')}.`,
    });
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, names);
  throw new Fault('INPUT_INVALID', `${what} has no option ${JSON.stringify(unknown)}.`, {
    hint: meant === undefined ? `Options: ${names.join(', ')}.` : `Did you mean ${meant}?`,
  });
}

function wordFor(given: unknown): string {
  if (given === null) return 'null';
  return Array.isArray(given) ? 'a list' : `a ${typeof given}`;
}

type Given = Pick<BankOptions, 'policy' | 'authorities' | 'registry' | 'mutualTls' | 'clientCertificate'>;

const ONLY_PRODUCTION = ['authorities', 'registry', 'mutualTls', 'clientCertificate'] as const;

/**
 * Whom a bank lets in: nobody needs to be told of a sandbox, which lets in everybody.
 * @throws Fault INPUT_INVALID
 * @see A-library-policy
 */
export async function admissionFrom(given: Given): Promise<Admission | undefined> {
  if (given.policy !== 'production') {
    // Another policy than the two is refused when the bank is opened.
    const half = ONLY_PRODUCTION.find((name) => given[name] !== undefined && given[name] !== false);
    if (half === undefined) return undefined;
    throw new Fault('INPUT_INVALID', `${half} works only with policy: 'production'.`, {
      hint: 'A sandbox accepts every certificate.',
    });
  }
  const [{ casIn, registryFault }, { processIdentity }] = await Promise.all([
    import('../serve/admission.ts'),
    import('./tpp.ts'),
  ]);
  const { authorities: pems = [], registry, mutualTls = false } = given;
  const own = (await processIdentity()).ca.certificate;
  const files = [own, ...(typeof pems === 'string' ? [pems] : pems)];
  const authorities = new Authorities(files.flatMap((pem) => casIn('authorities', Buffer.from(pem))));
  if (registry === undefined) return { authorities, mutualTls };
  const reading = tppRegistryOf(registry);
  if (!reading.ok) throw registryFault('registry', reading.faults);
  return { authorities, mutualTls, registry: reading.registry };
}
