import type { DistinguishedName } from '../certificate.ts';
import { attributeText } from '../distinguished-name.ts';
import { OID } from '../oids.ts';
import { type LintRules, when } from './rule.ts';

/** What a legal person is named by. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  country: OID.countryName,
  organization: OID.organizationName,
  identifier: OID.organizationIdentifier,
  'common-name': OID.commonName,
};

/** Who the certificate is for. */
export const SUBJECT_RULES = {
  'subject-attribute-missing': {
    severity: 'error',
    reference: 'ETSI EN 319 412-3, 4.2.1; ETSI TS 119 495, 5.3 and 5.4',
    message: 'The subject lacks a part required for a legal person.',
    remedy: 'Have it reissued with country, organization name, organization identifier and common name.',
    causes: {
      country: 'countryName is missing.',
      organization: 'organizationName is missing.',
      identifier: 'organizationIdentifier is missing.',
      'common-name': 'commonName is missing.',
    },
    check: ({ certificate: { subject, type } }) => {
      const causes = causesOf((oid) => count(subject, oid) === 0);
      // A QWAC may go without a common name: browsers look at its alternative names.
      return type === 'qwac' ? { ...causes, 'common-name': false } : causes;
    },
  },
  'subject-attribute-repeated': {
    severity: 'error',
    reference: 'ETSI EN 319 412-3, 4.2.1',
    message: "The subject has a part of a legal person's name twice.",
    remedy: 'Have it reissued with each part once.',
    causes: {
      country: 'countryName is repeated.',
      organization: 'organizationName is repeated.',
      identifier: 'organizationIdentifier is repeated.',
      'common-name': 'commonName is repeated.',
    },
    check: ({ certificate: { subject } }) => causesOf((oid) => count(subject, oid) > 1),
  },
  'organization-identifier-is-name': {
    severity: 'error',
    reference: 'ETSI EN 319 412-3, 4.2.1',
    message: 'The organizationIdentifier is the same as the organizationName.',
    remedy: 'Have it reissued with the authorization number as the identifier.',
    check: ({ certificate: { subject, organizationIdentifier } }) => {
      const name = attributeText(subject, OID.organizationName)?.toLowerCase();
      return name !== undefined && name === organizationIdentifier?.toLowerCase();
    },
  },
  'country-name': {
    severity: 'error',
    reference: 'RFC 5280, appendix A.1 (X520countryName)',
    message: "The subject's country isn't two letters.",
    remedy: 'Have it reissued with the two-letter ISO 3166-1 code, in capitals.',
    check: ({ certificate: { subject } }) => {
      const country = attributeText(subject, OID.countryName);
      return when(country !== undefined && !/^[A-Z]{2}$/.test(country), `It's ${JSON.stringify(country)}.`);
    },
  },
} as const satisfies LintRules;

function causesOf(isBroken: (oid: string) => boolean): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.entries(ATTRIBUTES).map(([cause, oid]) => [cause, isBroken(oid)]));
}

function count(name: DistinguishedName, oid: string): number {
  return name.flat().filter((attribute) => attribute.oid === oid).length;
}
