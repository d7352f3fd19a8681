import { toBuffer } from '../../core/base64.ts';
import { isCountry } from '../../values/countries.ts';
import { type DerNode, decodeString, TAG } from '../der.ts';
import { OID } from '../oids.ts';
import { type Psd2Role, QC_MALFORMED } from '../qc-statements.ts';
import { createBreachIf, createRule, type LintIssue, type LintSubject, readOidOrUndefined } from './rule.ts';

/** The roles that this bank's operations require. @see D3-header-matrix */
const USED_ROLES: readonly (readonly [role: Psd2Role, for_: string])[] = [
  ['PSP_PI', 'payments'],
  ['PSP_AI', 'account information'],
];

/** The rules for a qualified certificate of a payment service provider. @see G5-psd2-statement */
export const PSD2_RULES = {
  'certificate-type': createRule(
    `ETSI EN 319 412-5, 4.2.3
      The certificate isn't of the required type.
      Sign requests with the QSealC and its key, and use the QWAC for TLS.`,
    ({ certificate: { type }, type: wanted }) =>
      createBreachIf(wanted !== undefined && type !== wanted, describeType(type, wanted)),
  ),
  'certificate-no-psd2': createRule(
    `ETSI TS 119 495, 5.1
      The certificate has no PSD2 statement.
      Use a PSD2 certificate from a qualified provider.`,
    ({ certificate: { psd2, qcFaults } }) => psd2 === undefined && qcFaults.length === 0,
  ),
  'certificate-qc-malformed': {
    ...createRule('ETSI TS 119 495, 5.1 to 5.2.3; RFC 3739, 3.2.6', ({ certificate }) =>
      certificate.qcFaults.map((cause) =>
        cause === 'grammar'
          ? { detail: "The PSD2 statement isn't a sequence of roles, NCAName and NCAId." }
          : { cause },
      ),
    ),
    ...QC_MALFORMED,
  },
  'certificate-role': createRule(
    `ETSI TS 119 495, 5.2.2
      The certificate lacks a role.
      Use a certificate with the right role: PSP_PI for payments, PSP_AI for account information.`,
    checkRoles,
  ),
  'psd2-roles': createRule(
    `ETSI TS 119 495, 5.2.2
      The PSD2 statement has no roles.
      Have it reissued with the roles the authority granted.`,
    ({ certificate: { psd2, qcFaults } }) => psd2?.roles.length === 0 && qcFaults.length === 0,
  ),
  'psd2-authority-name': createRule(
    `ETSI TS 119 495, 5.2.3
      The PSD2 statement doesn't name the competent authority.
      Have it reissued with the authority's name in Latin letters.`,
    ({ certificate: { psd2 } }) => psd2?.ncaName.trim() === '',
  ),
  'psd2-authority-country': createRule(
    `ETSI TS 119 495, 5.2.3
      The country in the PSD2 statement's NCAId isn't a code of ISO 3166.
      Have it reissued with the authority's country, such as NO-FSA.`,
    ({ certificate: { psd2 } }) => {
      const country = /^([A-Z]{2})-/.exec(psd2?.ncaId ?? '')?.[1];
      return createBreachIf(country !== undefined && !isCountry(country), `It's ${country}.`);
    },
  ),
  'organization-identifier-format': createRule(
    `ETSI TS 119 495, 5.2.1
      The organizationIdentifier isn't an authorization number such as PSDNO-FSA-987654321.
      Have it reissued with PSD, the country, the authority, and the number the authority assigned.`,
    checkIdentifier,
  ),
  'organization-identifier-authority': createRule(
    `warning | ETSI TS 119 495, 5.2.1 and 5.2.3
      The organizationIdentifier and the PSD2 statement name different authorities.
      Have it reissued with the same authority in both places.`,
    ({ certificate: { psd2, organizationIdentifier = '' } }) => {
      const authority = AUTHORIZATION.exec(organizationIdentifier)?.[1];
      if (psd2 === undefined || authority === undefined || authority === psd2.ncaId) return [];
      return [{ detail: `They are ${authority} and ${psd2.ncaId}.` }];
    },
  ),
  'qc-statements-critical': createRule(
    `ETSI EN 319 412-5, 4.1
      The extension qcStatements is critical.
      Have it reissued with qcStatements that aren't critical. Programs that don't know them must refuse it.`,
    ({ extensions }) => extensions.get(OID.qcStatements)?.critical === true,
  ),
  'qc-statement-repeated': createRule(
    `RFC 3739, 3.2.6
      A statement stands in qcStatements twice.
      Have it reissued with each statement once.`,
    ({ statementOids }) =>
      [...new Set(statementOids.filter((oid, place) => statementOids.indexOf(oid) < place))].map((oid) => ({
        detail: `It's ${oid}.`,
      })),
  ),
  'qc-limit-value': createRule(
    `ETSI EN 319 412-5, 4.3.2
      The limit on the value of transactions (QcLimitValue) is wrong.
      Ask the issuer. It must be a currency of ISO 4217 and an amount that is not negative.
      currency: Its currency isn't a code of ISO 4217.
      amount: Its amount is missing or negative.`,
    // SEQUENCE { currency, amount, exponent }; the currency is letters or a number.
    ({ statements }) => {
      if (statements?.has(OID.qcLimitValue) !== true) return false;
      const [currency, amount] = statements.get(OID.qcLimitValue)?.children ?? [];
      const isNegative = amount?.tag !== TAG.integer || ((amount.bytes[0] ?? 0x80) & 0x80) !== 0;
      return { currency: !isCurrencyCode(currency), amount: isNegative };
    },
  ),
  'qc-compliance': createRule(
    `ETSI EN 319 412-5, 4.2.1
      No statement says the certificate is qualified (QcCompliance).
      Use a certificate from a qualified provider.`,
    ({ statements }) => statements?.has(OID.qcCompliance) === false,
  ),
  'qc-type': createRule(
    `ETSI EN 319 412-5, 4.2.3
      The certificate doesn't state exactly one purpose (QcType).
      Have it reissued as an electronic seal (eseal) or for website authentication (web).
      missing: QcType is missing.
      several: QcType has several types.
      purpose: QcType names none of eSign, eSeal and web.
      signature: It's for signatures by natural persons.
      contradiction: QcType says seal, but extKeyUsage says web server.`,
    ({ statements, certificate }) => {
      if (statements === undefined) return false;
      const types = (statements.get(OID.qcType)?.children ?? []).flatMap(
        (child) => readOidOrUndefined(child) ?? [],
      );
      if (types.length === 0) return { missing: true };
      const isWebServer = certificate.extendedKeyUsage.includes(OID.serverAuth);
      return {
        purpose: !types.some((type) => PURPOSES.includes(type)),
        several: types.length > 1,
        signature: types.includes(OID.qcTypeSignature),
        contradiction: types.includes(OID.qcTypeSeal) && isWebServer,
      };
    },
  ),
  'qc-pds': createRule(
    `warning | ETSI EN 319 412-5, 4.3.4
      The address of the issuer's disclosure statement (QcPDS) is wrong.
      Ask the issuer. It must be an https address and a two-letter language code.
      missing: It's missing.
      https: An address isn't https.
      language: A language isn't a code of ISO 639-1.
      lower-case: A language isn't in lower case.
      english: There's no entry in English (en).
      repeated: There are two entries in one language.
      language-type: A language isn't a PrintableString.
      url-type: An address isn't an IA5String.`,
    ({ statements }) => {
      if (statements === undefined) return false;
      const places = (statements.get(OID.qcPds)?.children ?? []).map(({ children }) => children);
      if (places.length === 0) return { missing: true };
      const languages = places.map(([, language]) => decodeNodeText(language));
      const lower = languages.map((language) => language.toLowerCase());
      const isOther = (node: DerNode | undefined, tag: number) => node !== undefined && node.tag !== tag;
      return {
        https: places.some(([url]) => !/^https:\/\//i.test(decodeNodeText(url))),
        language: !lower.every(isLanguage),
        'lower-case': languages.some((language, place) => language !== lower[place]),
        english: !lower.includes('en'),
        repeated: new Set(lower).size < lower.length,
        'language-type': places.some(([, language]) => isOther(language, TAG.printableString)),
        'url-type': places.some(([url]) => isOther(url, TAG.ia5String)),
      };
    },
  ),
} as const;

function describeType(type: string, wanted: 'seal' | 'qwac' | undefined): string {
  const words: Readonly<Record<string, string>> = {
    seal: 'a seal (QSealC)',
    qwac: 'a website certificate (QWAC)',
  };
  return `It's ${words[type] ?? 'of an unknown type'}, but ${words[wanted ?? '']} is required.`;
}

/** Checks the roles: the required roles must be present; without requirements, missing roles are only reported. */
function checkRoles({ certificate: { psd2, qcFaults }, roles }: LintSubject): readonly LintIssue[] {
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

/** Matches `PSD`, the authority with its country, and the number. */
const AUTHORIZATION = /^PSD([A-Z]{2}-[A-Z]{2,8})-.+$/s;
/** Matches the other identification schemes for legal persons (ETSI EN 319 412-1, 5.1.4). */
const OTHER_SCHEME = /^(?:NTR|VAT|LEI|[A-Z]{2}:)[A-Z]{2}-.+$/s;

function checkIdentifier({ certificate: { organizationIdentifier } }: LintSubject): readonly LintIssue[] {
  if (organizationIdentifier === undefined || AUTHORIZATION.test(organizationIdentifier)) return [];
  const detail = `It's ${JSON.stringify(organizationIdentifier)}.`;
  return [OTHER_SCHEME.test(organizationIdentifier) ? { severity: 'warning', detail } : { detail }];
}

const PURPOSES: readonly string[] = [OID.qcTypeSignature, OID.qcTypeSeal, OID.qcTypeWeb];

function decodeNodeText(node: DerNode | undefined): string {
  return node === undefined ? '' : (decodeString(node.tag, node.bytes) ?? '');
}

/** Returns true for a language code: ICU has a name for every code of ISO 639-1. */
function isLanguage(code: string): boolean {
  if (!/^[a-z]{2}$/.test(code)) return false;
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(code) !== undefined;
}

function isCurrencyCode(node: DerNode | undefined): boolean {
  if (node?.tag === TAG.integer) {
    const number =
      node.bytes.length > 2 ? 0 : Number.parseInt(`0${toBuffer(node.bytes).toString('hex')}`, 16);
    return NUMERIC.has(number);
  }
  return (
    node?.tag === TAG.printableString && Intl.supportedValuesOf('currency').includes(decodeNodeText(node))
  );
}

/** The numeric codes of ISO 4217. */
const NUMERIC: ReadonlySet<number> = new Set(
  `
8 12 32 36 44 48 50 51 52 60 64 68 72 84 90 96 104 108 116 124 132 136 144 152 156 170 174 188 192 203 208
214 222 230 232 238 242 262 270 292 320 324 328 332 340 344 348 352 356 360 364 368 376 388 392 396 398 400
404 408 410 414 417 418 422 426 430 434 446 454 458 462 480 484 496 498 504 512 516 524 532 533 548 554 558
566 578 586 590 598 600 604 608 634 643 646 654 682 690 702 704 706 710 728 748 752 756 760 764 776 780 784
788 800 807 818 826 834 840 858 860 882 886 901 924 925 926 927 928 929 930 931 932 933 934 936 938 940 941
943 944 946 947 948 949 950 951 952 953 955 956 957 958 959 960 961 962 963 964 965 967 968 969 970 971 972
973 975 976 977 978 979 980 981 984 985 986 990 994 997 999`
    .trim()
    .split(/\s/)
    .map(Number),
);
