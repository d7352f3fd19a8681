import { type CertificateParts, derCertificate, derExtension } from '../support/der-certificate.ts';
import { der, derName, derOid, type WrittenAttribute } from '../support/der-writer.ts';
import { rsaKeys, spkiOf } from '../support/keys.ts';

/** Seals and QWACs written by hand, without a fault, so that each test can put in one. */

export const keys = rsaKeys();
const spki = spkiOf(keys);
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oids = (...dotted: readonly string[]) => sequence(...dotted.map(derOid));
/** A list of lists that each begin with an object identifier. */
const oidLists = (...dotted: readonly string[]) => sequence(...dotted.map((oid) => oids(oid)));

export const SUBJECT: readonly WrittenAttribute[] = [
  ['2.5.4.6', 0x13, 'NO'],
  ['2.5.4.10', 0x0c, 'Example TPP AS'],
  ['2.5.4.97', 0x0c, 'PSDNO-FSA-123456789'],
  ['2.5.4.3', 0x0c, 'tpp.example'],
];

export function subject(...attributes: readonly WrittenAttribute[]): Buffer {
  return derName(attributes.map((attribute) => [attribute]));
}

/** Bits of keyUsage, most significant first, as openssl numbers them. */
export function keyUsage(...bits: readonly number[]): Buffer {
  const value = bits.reduce((octet, bit) => octet | (0x80 >> bit), 0);
  const unused = 7 - Math.max(...bits);
  return der(0x03, Buffer.from([unused, value]));
}

export const DIGITAL_SIGNATURE = 0;
export const NON_REPUDIATION = 1;

export const STATEMENT = {
  compliance: oids('0.4.0.1862.1.1'),
  device: oids('0.4.0.1862.1.4'),
  type: (...types: readonly string[]) => sequence(derOid('0.4.0.1862.1.6'), oids(...types)),
  disclosure: (url: string, language: string) =>
    sequence(derOid('0.4.0.1862.1.5'), sequence(sequence(text(0x16, url), text(0x13, language)))),
  psd2: (roles: readonly (readonly [oid: string, name: string])[], name = 'Finanstilsynet', id = 'NO-FSA') =>
    sequence(
      derOid('0.4.0.19495.2'),
      sequence(
        sequence(...roles.map(([oid, role]) => sequence(derOid(oid), text(0x0c, role)))),
        text(0x0c, name),
        text(0x0c, id),
      ),
    ),
};

export const SEAL_TYPE = '0.4.0.1862.1.6.2';
export const WEB_TYPE = '0.4.0.1862.1.6.3';
export const PI = ['0.4.0.19495.1.2', 'PSP_PI'] as const;
export const AI = ['0.4.0.19495.1.3', 'PSP_AI'] as const;
const DISCLOSURE = STATEMENT.disclosure('https://ca.example/pds', 'en');

export const STATEMENTS = {
  seal: [
    STATEMENT.compliance,
    STATEMENT.device,
    STATEMENT.type(SEAL_TYPE),
    DISCLOSURE,
    STATEMENT.psd2([PI, AI]),
  ],
  web: [STATEMENT.compliance, STATEMENT.type(WEB_TYPE), DISCLOSURE, STATEMENT.psd2([PI, AI])],
};

export const EXTENSION = {
  keyUsage: '2.5.29.15',
  extKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  policies: '2.5.29.32',
  revocations: '2.5.29.31',
  authorityKey: '2.5.29.35',
  access: '1.3.6.1.5.5.7.1.1',
  statements: '1.3.6.1.5.5.7.1.3',
} as const;

type Written = readonly [value: Uint8Array, critical?: boolean];
export type Extensions = Partial<Record<keyof typeof EXTENSION, Written | undefined>>;
const location = (method: string) => sequence(derOid(method), text(0x86, 'http://ca.example'));
export const ACCESS = {
  issuer: location('1.3.6.1.5.5.7.48.2'),
  ocsp: location('1.3.6.1.5.5.7.48.1'),
};

const SHARED: Extensions = {
  basicConstraints: [sequence(), true],
  authorityKey: [sequence(der(0x80, Buffer.alloc(20, 1)))],
  revocations: [sequence(sequence(der(0xa0, der(0xa0, text(0x86, 'http://ca.example/crl')))))],
  access: [sequence(ACCESS.ocsp, ACCESS.issuer)],
};

export const policies = oidLists;

export const GOOD = {
  seal: {
    ...SHARED,
    keyUsage: [keyUsage(NON_REPUDIATION), true],
    policies: [oidLists('0.4.0.194112.1.3')],
    statements: [sequence(...STATEMENTS.seal)],
  },
  web: {
    ...SHARED,
    keyUsage: [keyUsage(DIGITAL_SIGNATURE), true],
    extKeyUsage: [oids('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2')],
    subjectAltName: [sequence(text(0x82, 'tpp.example'))],
    policies: [oidLists('0.4.0.194112.1.5', '0.4.0.19495.3.1')],
    statements: [sequence(...STATEMENTS.web)],
  },
} as const satisfies Record<string, Extensions>;

export function withStatements(...statements: readonly Uint8Array[]): Extensions {
  return { statements: [sequence(...statements)] };
}

export function purposes(...dotted: readonly string[]): Buffer {
  return oids(...dotted);
}

export { sequence, text };

/** A certificate with an extension changed or taken away, or another field. */
export function certificateDer(
  kind: keyof typeof GOOD,
  change: Extensions = {},
  parts: Partial<CertificateParts> = {},
  further: readonly Uint8Array[] = [],
): Buffer {
  const extensions = { ...GOOD[kind], ...change } as Extensions;
  const written = Object.entries(extensions).flatMap(([name, value]) =>
    value === undefined ? [] : [derExtension(EXTENSION[name as keyof typeof EXTENSION], ...value)],
  );
  const all = { spki, subject: subject(...SUBJECT), extensions: [...written, ...further], ...parts };
  return derCertificate(all);
}
