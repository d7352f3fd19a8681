import type { Certificate } from '../certificates/certificate.ts';
import type { PublicKey } from '../certificates/public-key.ts';
import { type Finding, finding, type Report } from './findings.ts';

/** Whose key a signature is checked with: that of the certificate, or one that was given. */
export interface KeyHolder {
  readonly certificate: Certificate | undefined;
  readonly given: PublicKey | undefined;
}

/**
 * Tells of a wrong key whose it is, where that is known: an authority's own certificate signs no requests.
 * @see G4-key-mismatch, G4-given-key
 */
export function reportingKey(holder: KeyHolder, report: Report): Report {
  return (one) => report(one.code === 'key-mismatch' ? mismatchOf(one, holder) : one);
}

function mismatchOf(one: Finding, { certificate, given }: KeyHolder): Finding {
  if (given !== undefined) return { ...one, message: NOT_GIVEN, remedy: GIVE_ANOTHER };
  if (certificate === undefined || !isAuthority(certificate)) return one;
  const { cause, message, remedy } = finding('key-mismatch', { cause: 'ca-certificate' });
  return { ...one, ...(cause === undefined ? {} : { cause }), message, remedy };
}

const NOT_GIVEN = "The signature doesn't match the given key.";
const GIVE_ANOTHER = 'Give the public key of the private key that signed the request.';

/** A signature by the given key, beside the certificate of another. */
export function reportOtherHolder({ certificate, given }: KeyHolder, report: Report): void {
  if (given === undefined || certificate === undefined) return;
  if (given.publicKey.equals(certificate.publicKey)) return;
  const cause = isAuthority(certificate) ? 'ca-certificate' : undefined;
  report(finding('key-mismatch', { cause, detail: 'It was made with the given key.' }));
}

function isAuthority({ isCa, keyUsage }: Certificate): boolean {
  return isCa || keyUsage.includes('keyCertSign');
}
