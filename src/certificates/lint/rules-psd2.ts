import type { Psd2Role } from '../certificate.ts';
import type { DerNode } from '../der.ts';
import { OID } from '../oids.ts';
import { QC_MALFORMED } from '../qc-texts.ts';
import { decodeString } from '../strings.ts';
import { type Breach, type LintRules, when } from './rule.ts';
import { type LintSubject, oidIn } from './subject.ts';

/** The roles that this bank's operations ask for. @see D3-header-matrix */
const USED_ROLES: readonly (readonly [role: Psd2Role, for_: string])[] = [
  ['PSP_PI', 'payments'],
  ['PSP_AI', 'account information'],
];

/** What makes the certificate a qualified one of a payment service provider. @see G5-psd2-statement */
export const PSD2_RULES = {
  'certificate-type': {
    severity: 'error',
    reference: 'ETSI EN 319 412-5, 4.2.3',
    message: "The certificate isn't of the required type.",
    remedy: 'Sign requests with the QSealC and its key, and use the QWAC for TLS.',
    check: ({ certificate: { type }, type: wanted }) =>
      when(wanted !== undefined && type !== wanted, { detail: typeWords(type, wanted) }),
  },
  'certificate-no-psd2': {
    severity: 'error',
    reference: 'ETSI TS 119 495, 5.1',
    message: 'The certificate has no PSD2 statement.',
    remedy: 'Use a PSD2 certificate from a qualified provider.',
    check: ({ certificate: { psd2, qcFaults } }) => when(psd2 === undefined && qcFaults.length === 0),
  },
  'certificate-qc-malformed': {
    severity: 'error',
    reference: 'ETSI TS 119 495, 5.1 to 5.2.3; RFC 3739, 3.2.6',
    ...QC_MALFORMED,
    check: ({ certificate }) =>
      certificate.qcFaults.map((cause) =>
        cause === 'grammar'
          ? { detail: "The PSD2 statement isn't a sequence of roles, NCAName and NCAId." }
          : { cause },
      ),
  },
  'certificate-role': {
    severity: 'error',
    reference: 'ETSI TS 119 495, 5.2.2',
    message: 'The certificate lacks a role.',
    remedy: 'Use a certificate with the right role: PSP_PI for payments, PSP_AI for account information.',
    check: roleBreaches,
  },
  'psd2-roles': {
    severity: 'error',
    reference: 'ETSI TS 119 495, 5.2.2',
    message: 'The PSD2 statement has no roles.',
    remedy: 'Have it reissued with the roles the authority granted.',
    check: ({ certificate: { psd2, qcFaults } }) => when(psd2?.roles.length === 0 && qcFaults.length === 0),
  },
  'psd2-authority-name': {
    severity: 'error',
    reference: 'ETSI TS 119 495, 5.2.3',
    message: "The PSD2 statement doesn't name the competent authority.",
    remedy: "Have it reissued with the authority's name in Latin letters.",
    check: ({ certificate: { psd2 } }) => when(psd2 !== undefined && psd2.ncaName.trim() === ''),
  },
  'organization-identifier-format': {
    severity: 'error',
    reference: 'ETSI TS 119 495, 5.2.1',
    message: "The organizationIdentifier isn't an authorization number such as PSDNO-FSA-987654321.",
    remedy: 'Have it reissued with PSD, the country, the authority, and the number the authority assigned.',
    check: identifierBreaches,
  },
  'organization-identifier-authority': {
    severity: 'warning',
    reference: 'ETSI TS 119 495, 5.2.1 and 5.2.3',
    message: 'The organizationIdentifier and the PSD2 statement name different authorities.',
    remedy: 'Have it reissued with the same authority in both places.',
    check: ({ certificate: { psd2, organizationIdentifier = '' } }) => {
      const authority = AUTHORIZATION.exec(organizationIdentifier)?.[1];
      if (psd2 === undefined || authority === undefined || authority === psd2.ncaId) return [];
      return [{ detail: `They are ${authority} and ${psd2.ncaId}.` }];
    },
  },
  'qc-statements-critical': {
    severity: 'error',
    reference: 'ETSI EN 319 412-5, 4.1',
    message: 'The extension qcStatements is critical.',
    remedy:
      "Have it reissued with qcStatements that aren't critical. Programs that don't know them must refuse it.",
    check: ({ extensions }) => when(extensions.get(OID.qcStatements)?.critical === true),
  },
  'qc-compliance': {
    severity: 'error',
    reference: 'ETSI EN 319 412-5, 4.2.1',
    message: 'No statement says the certificate is qualified (QcCompliance).',
    remedy: 'Use a certificate from a qualified provider.',
    check: ({ statements }) => when(statements !== undefined && !statements.has(OID.qcCompliance)),
  },
  'qc-type': {
    severity: 'error',
    reference: 'ETSI EN 319 412-5, 4.2.3',
    message: "The certificate doesn't state exactly one purpose (QcType).",
    remedy: 'Have it reissued as an electronic seal (eseal) or for website authentication (web).',
    causes: {
      missing: 'QcType is missing.',
      several: 'QcType has several types.',
      signature: "It's for signatures by natural persons.",
      contradiction: 'QcType says seal, but extKeyUsage says web server.',
    },
    check: typeBreaches,
  },
  'qc-pds': {
    severity: 'warning',
    reference: 'ETSI EN 319 412-5, 4.3.4',
    message: "The address of the issuer's disclosure statement (QcPDS) is wrong.",
    remedy: 'Ask the issuer. It must be an https address and a two-letter language code.',
    causes: {
      missing: "It's missing.",
      https: "An address isn't https.",
      language: "A language isn't two letters.",
    },
    check: disclosureBreaches,
  },
} as const satisfies LintRules;

function typeWords(type: string, wanted: 'seal' | 'qwac' | undefined): string {
  const words: Readonly<Record<string, string>> = {
    seal: 'a seal (QSealC)',
    qwac: 'a website certificate (QWAC)',
  };
  return `It's ${words[type] ?? 'of an unknown type'}, but ${words[wanted ?? '']} is required.`;
}

/** Roles asked for are needed; of those that nobody asked for, it is good to know. */
function roleBreaches({ certificate: { psd2, qcFaults }, roles }: LintSubject): readonly Breach[] {
  if (psd2 === undefined || (psd2.roles.length === 0 && qcFaults.length === 0)) return [];
  const has = `It has ${psd2.roles.join(', ') || 'none'}`;
  if (roles !== undefined) {
    return roles
      .filter((role) => !psd2.roles.includes(role))
      .map((role) => ({ detail: `${has}, but ${role} is required.` }));
  }
  return USED_ROLES.filter(([role]) => !psd2.roles.includes(role)).map(([role, use]) => ({
    severity: 'warning' as const,
    detail: `${has}, but ${use} needs ${role}.`.replace('payments needs', 'payments need'),
  }));
}

/** `PSD`, the authority with its country, and the number. */
const AUTHORIZATION = /^PSD([A-Z]{2}-[A-Z]{2,8})-.+$/s;
/** The other schemes that legal persons are identified by (ETSI EN 319 412-1, 5.1.4). */
const OTHER_SCHEME = /^(?:NTR|VAT|LEI|[A-Z]{2}:)[A-Z]{2}-.+$/s;

function identifierBreaches({ certificate: { organizationIdentifier } }: LintSubject): readonly Breach[] {
  if (organizationIdentifier === undefined || AUTHORIZATION.test(organizationIdentifier)) return [];
  const detail = `It's ${JSON.stringify(organizationIdentifier)}.`;
  return [OTHER_SCHEME.test(organizationIdentifier) ? { severity: 'warning', detail } : { detail }];
}

function typeBreaches({ statements, certificate }: LintSubject): readonly Breach[] {
  if (statements === undefined) return [];
  const types = (statements.get(OID.qcType)?.children ?? []).flatMap((child) => oidIn(child) ?? []);
  if (types.length === 0) return [{ cause: 'missing' }];
  const isWebServer = certificate.extendedKeyUsage.includes(OID.serverAuth);
  return [
    ...when(types.length > 1, { cause: 'several' }),
    ...when(types.includes(OID.qcTypeSignature), { cause: 'signature' }),
    ...when(types.includes(OID.qcTypeSeal) && isWebServer, { cause: 'contradiction' }),
  ];
}

function disclosureBreaches({ statements }: LintSubject): readonly Breach[] {
  if (statements === undefined) return [];
  const places = statements.get(OID.qcPds)?.children ?? [];
  if (places.length === 0) return [{ cause: 'missing' }];
  const written = places.map(({ children: [url, language] }) => [textOf(url), textOf(language)] as const);
  return [
    ...when(
      written.some(([url]) => !/^https:\/\//i.test(url)),
      { cause: 'https' },
    ),
    ...when(
      written.some(([, language]) => !/^[a-z]{2}$/i.test(language)),
      { cause: 'language' },
    ),
  ];
}

function textOf(node: DerNode | undefined): string {
  return node === undefined ? '' : (decodeString(node.tag, node.bytes) ?? '');
}
