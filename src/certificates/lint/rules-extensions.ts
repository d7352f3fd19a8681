import { toBuffer } from '../../core/base64.ts';
import type { KeyUsage } from '../certificate.ts';
import { getAttributeText } from '../names.ts';
import { OID } from '../oids.ts';
import { createRule, type LintSubject, listFirstOids, readDerOfExtension } from './rule.ts';

const DNS_NAME = 0x82;
const SIGNS_CERTIFICATES: readonly KeyUsage[] = ['keyCertSign', 'cRLSign'];
const POLICIES_OF_SEALS: readonly string[] = [OID.policyLegal, OID.policyLegalQscd];
const POLICIES_OF_WEB: readonly string[] = [
  OID.policyWebExtended,
  OID.policyWeb,
  OID.policyWebGeneral,
  OID.policyWebPsd2,
];

/** The extensions that every program supports, and that may be critical. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[OID.keyUsage, OID.subjectAltName, OID.basicConstraints, OID.nameConstraints, OID.extKeyUsage],
  ...[OID.certificatePolicies, OID.crlDistributionPoints, OID.qcStatements, OID.subjectKeyIdentifier],
  ...[OID.authorityKeyIdentifier, OID.authorityInfoAccess, '2.5.29.33', '2.5.29.36', '2.5.29.54'],
]);

/** The rules about uses of the certificate and sources of further information. */
export const EXTENSION_RULES = {
  'certificate-of-ca': createRule(
    `CA | RFC 5280, 4.2.1.9
      This is a certification authority's certificate, not a payment service provider's.
      Use the certificate the authority issued to you. This one comes after it in the chain.`,
    ({ certificate }) => certificate.isCa,
  ),
  'key-usage': createRule(
    `ETSI EN 319 412-3, 4.3.1; RFC 8446, 4.4.2.2; RFC 5280, 4.2.1.3
      The keyUsage extension is wrong for this type of certificate.
      Have it reissued with a critical keyUsage: nonRepudiation for a seal, digitalSignature for a QWAC.
      missing: It's missing.
      seal: A seal needs nonRepudiation, or at least digitalSignature.
      web: A certificate for TLS needs digitalSignature.
      signs-certificates: Only an authority may sign certificates or revocation lists.
      not-critical (warning): It should be critical.
      no-commitment (warning): A seal for payments should have nonRepudiation.`,
    ({ certificate: { keyUsage, type }, extensions }) => {
      const extension = extensions.get(OID.keyUsage);
      if (extension === undefined) return { missing: true };
      const signs = keyUsage.includes('digitalSignature');
      const commits = keyUsage.includes('nonRepudiation');
      const isSeal = type === 'seal';
      return {
        seal: isSeal && !signs && !commits,
        web: type === 'qwac' && !signs,
        'signs-certificates': keyUsage.some((usage) => SIGNS_CERTIFICATES.includes(usage)),
        'not-critical': !extension.critical,
        'no-commitment': isSeal && signs && !commits,
      };
    },
  ),
  'extended-key-usage': createRule(
    `ETSI EN 319 412-4, 4.1.3; ETSI EN 319 412-2, 4.3.10
      The extKeyUsage extension is wrong for this type of certificate.
      Have it reissued: a QWAC needs serverAuth and clientAuth, and a seal must not have this extension.
      no-server: A QWAC needs serverAuth.
      no-client (warning): Mutual TLS with a bank needs clientAuth.
      seal (warning): A seal must not have this extension.
      critical: It must not be critical.`,
    ({ certificate: { extendedKeyUsage, type }, extensions }) => ({
      'no-server': type === 'qwac' && !extendedKeyUsage.includes(OID.serverAuth),
      'no-client': type === 'qwac' && !extendedKeyUsage.includes(OID.clientAuth),
      seal: type === 'seal' && extendedKeyUsage.length > 0,
      critical: extensions.get(OID.extKeyUsage)?.critical === true,
    }),
  ),
  'subject-alt-name': createRule(
    `ETSI EN 319 412-4, 4.1.3; ETSI EN 319 412-2, 4.3.5
      The subjectAltName extension is wrong for this type of certificate.
      Have it reissued with the host names as alternative names that aren't critical.
      missing: A QWAC must list its hosts here.
      critical: It must not be critical.
      common-name (warning): The host in the common name isn't listed here.`,
    ({ certificate: { type, subject }, extensions }) => {
      const extension = extensions.get(OID.subjectAltName);
      const names = readDerOfExtension(extension)?.children ?? [];
      if (type === 'qwac' && names.length === 0) return { missing: true };
      const hosts = names
        .filter(({ tag }) => tag === DNS_NAME)
        .map(({ bytes }) => toBuffer(bytes).toString('latin1').toLowerCase());
      const named = getAttributeText(subject, OID.commonName)?.toLowerCase() ?? '';
      const isHost = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(named);
      return {
        critical: extension?.critical === true,
        'common-name': type === 'qwac' && isHost && !hosts.includes(named),
      };
    },
  ),
  'authority-key-identifier': createRule(
    `warning | ETSI EN 319 412-2, 4.3.1; RFC 5280, 4.2.1.1
      The extension authorityKeyIdentifier, which names the issuer's key, is missing.
      Ask the issuer. Without it a chain can only be found by names.`,
    ({ extensions }) => !extensions.has(OID.authorityKeyIdentifier),
  ),
  'certificate-policies': createRule(
    `warning | ETSI EN 319 412-2, 4.3.3 and 5.2
      The certificate policies don't match the certificate's type.
      Ask the issuer which ETSI EN 319 411-2 policy applies to the certificate.
      missing: They're missing.
      critical: They shouldn't be critical.
      type (error): A policy is for another type of certificate.
      device: Either the policy or a statement says that a secure device (QSCD) is used, but not both.`,
    ({ certificate: { type }, extensions, statements }) => {
      const extension = extensions.get(OID.certificatePolicies);
      if (extension === undefined) return { missing: true };
      const policies = listFirstOids(readDerOfExtension(extension));
      const has = (some: readonly string[]) => policies.some((policy) => some.includes(policy));
      const saysDevice = policies.includes(OID.policyLegalQscd);
      const claimsDevice = statements?.has(OID.qcSscd) ?? saysDevice;
      return {
        critical: extension.critical,
        type: (type === 'seal' && has(POLICIES_OF_WEB)) || (type === 'qwac' && has(POLICIES_OF_SEALS)),
        device: has(POLICIES_OF_SEALS) && saysDevice !== claimsDevice,
      };
    },
  ),
  'authority-info-access': createRule(
    `warning | ETSI EN 319 412-2, 4.4.1
      The authorityInfoAccess extension doesn't say where to find the issuer's certificate.
      Ask the issuer. Without it a bank may not find the chain.`,
    ({ extensions }) => !listAccessMethods(extensions).includes(OID.accessCaIssuers),
  ),
  'revocation-source': createRule(
    `warning | ETSI EN 319 412-2, 4.3.11
      The certificate doesn't say where to check for revocation, neither by OCSP nor by a list.
      Ask the issuer. A bank that checks revocation may refuse the certificate.`,
    ({ extensions }) =>
      !extensions.has(OID.crlDistributionPoints) && !listAccessMethods(extensions).includes(OID.accessOcsp),
  ),
  'extension-encoding': createRule(
    `CA | RFC 5280, 4.2
      An extension can't be read.
      Have the certificate reissued. Strict programs refuse it.`,
    ({ extensions }) =>
      [...extensions]
        .filter(([oid, extension]) => KNOWN.has(oid) && readDerOfExtension(extension) === undefined)
        .map(([oid]) => ({ detail: `It's ${oid}.` })),
  ),
  precertificate: createRule(
    `CA | RFC 6962, 3.1
      This is a precertificate for the logs of Certificate Transparency (CT poison), not a certificate.
      Use the certificate that the issuer made after it, without the CT poison extension.`,
    ({ extensions }) => extensions.has(OID.ctPoison),
  ),
  'unknown-critical-extension': createRule(
    `CA | RFC 5280, 4.2
      The certificate has an unknown critical extension, so programs must refuse it.
      Have it reissued without the extension, or with it not critical.`,
    ({ extensions }) =>
      [...extensions]
        .filter(([oid, { critical }]) => critical && !KNOWN.has(oid) && oid !== OID.ctPoison)
        .map(([oid]) => ({ detail: `It's ${oid}.` })),
  ),
} as const;

function listAccessMethods(extensions: LintSubject['extensions']): string[] {
  return listFirstOids(readDerOfExtension(extensions.get(OID.authorityInfoAccess)));
}
