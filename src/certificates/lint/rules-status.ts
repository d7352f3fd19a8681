import { DAY_MS } from '../../core/units.ts';
import { formatIsoTime, isKeyOf } from '../certificate.ts';
import { TAG } from '../der.ts';
import { type DistinguishedName, describeName, getAttributeText } from '../names.ts';
import { OID } from '../oids.ts';

import { createBreachIf, createRule } from './rule.ts';

const LEAST_BITS = 2048;
const MOST_BITS = 8192;
const LEAST_EXPONENT = 65_537n;
const MD2_MD4_MD5_SHA1 = [
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.3',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
];

/** The rules about key, dates and the accompanying certificates. */
export const STATUS_RULES = {
  'key-mismatch': createRule(
    `CA | RFC 5280, 4.1.2.7
      The private key doesn't match this certificate.
      Use the key the certificate was requested with, or get a certificate for this key.`,
    ({ certificate, key }) => key !== undefined && !isKeyOf(key, certificate),
  ),
  'certificate-format': createRule(
    `CA | The bank's interface, Authentication 3 (rsa-sha256); ETSI TS 119 312
      The certificate's key can't be used to sign requests.
      Get a certificate for an RSA key of 2048 bits or more.
      ec-key: It isn't an RSA key.
      key-size: It doesn't have ${LEAST_BITS} to ${MOST_BITS} bits.`,
    ({ certificate: { keyType, keyBits } }) => {
      if (keyType !== 'rsa')
        return [{ cause: 'ec-key', detail: `Its key is ${keyType.toUpperCase()}, ${keyBits} bits.` }];
      const isLong = keyBits >= LEAST_BITS && keyBits <= MOST_BITS;
      return isLong ? [] : [{ cause: 'key-size', detail: `It has ${keyBits}.` }];
    },
  ),
  'rsa-exponent': createRule(
    `warning | ETSI TS 119 312, 6.2.2.1
      The public exponent of the RSA key is smaller than 65537.
      Create a key with the usual exponent: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072`,
    ({ certificate }) => {
      const exponent = certificate.publicKey.asymmetricKeyDetails?.publicExponent;
      return createBreachIf(exponent !== undefined && exponent < LEAST_EXPONENT, `It's ${exponent}.`);
    },
  ),
  'certificate-expired': createRule(
    `CA | RFC 5280, 4.1.2.5
      The certificate has expired.
      Get a new one issued and sign with that.`,
    ({ certificate, at }) =>
      createBreachIf(at > certificate.notAfter, `It expired on ${formatIsoTime(certificate.notAfter)}.`),
  ),
  'certificate-not-yet-valid': createRule(
    `CA | RFC 5280, 4.1.2.5
      The certificate isn't valid yet.
      Wait until its first day, and check this machine's clock.`,
    ({ certificate, at }) =>
      createBreachIf(at < certificate.notBefore, `It's valid from ${formatIsoTime(certificate.notBefore)}.`),
  ),
  'certificate-expires-soon': createRule(
    `CA warning | RFC 5280, 4.1.2.5
      The certificate expires soon.
      Order a new one now. Getting a qualified certificate takes days.`,
    ({ certificate: { notAfter }, at, days }) =>
      createBreachIf(
        at <= notAfter && notAfter - at <= days * DAY_MS,
        `It expires on ${formatIsoTime(notAfter)}.`,
      ),
  ),
  'validity-order': createRule(
    `CA | RFC 5280, 4.1.2.5
      The certificate expires before it becomes valid.
      Have it reissued. It's never valid.`,
    ({ certificate: { notBefore, notAfter } }) => notAfter < notBefore,
  ),
  'validity-encoding': createRule(
    `CA warning | RFC 5280, 4.1.2.5
      A date has the wrong format for its year: UTCTime up to 2049, GeneralizedTime after that.
      Have it reissued with dates as in RFC 5280.`,
    ({ certificate: { notBefore, notAfter }, timeTags }) =>
      [notBefore, notAfter].some((time, place) => timeTags[place] !== getTimeTag(time)),
  ),
  'chain-issuer-expired': createRule(
    `CA warning | RFC 5280, 6.1.3
      A certificate in the chain isn't valid today.
      Get the issuer's current certificate and put it in the chain.`,
    ({ chain, at }) =>
      (chain?.path.slice(1) ?? []).flatMap(({ notBefore, notAfter }) =>
        createBreachIf(
          at < notBefore || at > notAfter,
          `It's valid from ${formatIsoTime(notBefore)} to ${formatIsoTime(notAfter)}.`,
        ),
      ),
  ),
  'chain-issuer-no-ca': createRule(
    `CA | RFC 5280, 6.1.4
      A certificate in the chain has issued another one but isn't a certification authority's.
      Ask the issuer for the right chain.`,
    ({ chain }) => chain?.path.slice(1).some(({ isCa }) => !isCa) ?? false,
  ),
  'chain-order': createRule(
    `CA warning | RFC 8446, 4.4.2
      The certificates aren't in order: the leaf must come first, followed each time by its issuer.
      Put them in that order. Many servers and libraries send the file unchanged.`,
    ({ chain }) => chain?.isInOrder === false && chain.path.length > 1,
  ),
  'chain-stray': createRule(
    `CA warning | RFC 8446, 4.4.2
      Another certificate in the file isn't part of the chain.
      Remove it from the file.`,
    ({ chain }) =>
      (chain?.strays ?? []).map(({ subject }) => ({ detail: `It belongs to ${describeName(subject)}.` })),
  ),
  'serial-number': createRule(
    `CA | RFC 5280, 4.1.2.2
      The serial number isn't positive, or is longer than 20 bytes.
      Have it reissued. The serial number is part of every keyId.`,
    ({ certificate, serial }) => certificate.serial <= 0n || serial.length > 20,
  ),
  'certificate-version': createRule(
    `CA | RFC 5280, 4.1.2.1
      The certificate isn't version 3.
      Have it reissued as version 3, the only version with extensions.`,
    ({ version }) => createBreachIf(version !== 3, `It's version ${version}.`),
  ),
  'signature-algorithm': createRule(
    `ETSI TS 119 312; RFC 5280, 4.1.1.2
      The issuer's signature isn't reliable.
      Have it reissued, signed with SHA-256 or better.
      weak: It uses a broken hash: MD5 or SHA-1.
      different: The signed part names a different algorithm than the certificate.`,
    ({ signatureAlgorithm, innerSignatureAlgorithm }) => ({
      weak: MD2_MD4_MD5_SHA1.includes(signatureAlgorithm),
      different: signatureAlgorithm !== innerSignatureAlgorithm,
    }),
  ),
} as const;

/** Returns the tag that a time must have. @see RFC 5280 4.1.2.5 */
function getTimeTag(time: number): number {
  return time < Date.UTC(2050, 0, 1) ? TAG.utcTime : TAG.generalizedTime;
}

/** The attributes that name a legal person. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  country: OID.countryName,
  organization: OID.organizationName,
  identifier: OID.organizationIdentifier,
  'common-name': OID.commonName,
};

/** The rules about the certificate's subject. */
export const SUBJECT_RULES = {
  'subject-attribute-missing': createRule(
    `ETSI EN 319 412-3, 4.2.1; ETSI TS 119 495, 5.3 and 5.4
      The subject lacks a part required for a legal person.
      Have it reissued with country, organization name, organization identifier and common name.
      country: countryName is missing.
      organization: organizationName is missing.
      identifier: organizationIdentifier is missing.
      common-name: commonName is missing.`,
    ({ certificate: { subject, type } }) => {
      const causes = collectCauses((oid) => count(subject, oid) === 0);
      // A QWAC may lack a common name: browsers use its alternative names.
      return type === 'qwac' ? { ...causes, 'common-name': false } : causes;
    },
  ),
  'subject-attribute-repeated': createRule(
    `ETSI EN 319 412-3, 4.2.1
      The subject has a part of a legal person's name twice.
      Have it reissued with each part once.
      country: countryName is repeated.
      organization: organizationName is repeated.
      identifier: organizationIdentifier is repeated.
      common-name: commonName is repeated.`,
    ({ certificate: { subject } }) => collectCauses((oid) => count(subject, oid) > 1),
  ),
  'organization-identifier-is-name': createRule(
    `ETSI EN 319 412-3, 4.2.1
      The organizationIdentifier is the same as the organizationName.
      Have it reissued with the authorization number as the identifier.`,
    ({ certificate: { subject, organizationIdentifier } }) => {
      const name = getAttributeText(subject, OID.organizationName)?.toLowerCase();
      return name !== undefined && name === organizationIdentifier?.toLowerCase();
    },
  ),
  'country-name': createRule(
    `RFC 5280, appendix A.1 (X520countryName)
      The subject's country isn't two letters.
      Have it reissued with the two-letter ISO 3166-1 code, in capitals.`,
    ({ certificate: { subject } }) => {
      const country = getAttributeText(subject, OID.countryName);
      return createBreachIf(
        country !== undefined && !/^[A-Z]{2}$/.test(country),
        `It's ${JSON.stringify(country)}.`,
      );
    },
  ),
} as const;

function collectCauses(isBroken: (oid: string) => boolean): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(ATTRIBUTES).map(([cause, oid]) => [cause, isBroken(oid)]));
}

function count(name: DistinguishedName, oid: string): number {
  return name.flat().filter((attribute) => attribute.oid === oid).length;
}
