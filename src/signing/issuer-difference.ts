import type { DistinguishedName } from '../certificates/certificate.ts';
import { OPENSSL_NAMES } from '../certificates/openssl-names.ts';
import { compareRdns } from './issuer-compare.ts';
import { readIssuerText, type WrittenAttribute } from './issuer-text.ts';

/**
 * The first part in which a written issuer is not the certificate's, in the order of RFC 2253.
 * @see G4-keyid-mismatch
 */
export function firstDifference(text: string, issuer: DistinguishedName): string | undefined {
  const written = readIssuerText(text)?.rdns;
  if (written === undefined) return "The issuer isn't a list of name=value parts.";
  const own = issuer.toReversed();
  const isSame = (given: number, known: number) => {
    const [left, right] = [written[given], own[known]];
    return left !== undefined && right !== undefined && compareRdns([left], [right]) !== undefined;
  };
  const place = own.findIndex((_, at) => !isSame(at, at));
  const at = place < 0 ? own.length : place;
  const [given, known] = [written[at], own[at]];
  if (given === undefined && known === undefined) return undefined;
  const inKeyId = given && named(given);
  const inCertificate = known && named(known.map(({ oid, text: value }) => ({ oid, value })));
  if (given === undefined || isSame(at, at + 1)) return `The first difference: ${inCertificate} is missing.`;
  if (known === undefined || isSame(at + 1, at)) return `The first difference: the issuer has no ${inKeyId}.`;
  return `The first difference: keyId has ${inKeyId}, the certificate's issuer has ${inCertificate}.`;
}

type Shown = { readonly oid: string; readonly value: string } | WrittenAttribute;

function named(attributes: readonly Shown[]): string {
  const text = attributes.map((one) => {
    const value = 'value' in one ? one.value : writtenValue(one);
    return `${OPENSSL_NAMES.get(one.oid) ?? one.oid.replace('?', '')}=${value}`;
  });
  const whole = text.join('+');
  return whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole;
}

const MAX_SHOWN = 80;

function writtenValue({ octets, valueAs }: WrittenAttribute): string {
  return valueAs === 'hex' ? `#${octets.toString('hex')}` : octets.toString('utf8');
}
