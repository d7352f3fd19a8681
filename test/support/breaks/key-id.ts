import { hash } from 'node:crypto';
import type { Needs, Plan, Subject } from '../../../src/breaks/sign-broken.ts';
import { requireSeveralParts } from '../../../src/breaks/ways.ts';
import { formatSerialHex } from '../../../src/certificates/certificate.ts';
import { TAG } from '../../../src/certificates/der.ts';
import { encodeText } from '../../../src/certificates/issue/der-writer.ts';
import {
  type DistinguishedName,
  type NameAttribute,
  OPENSSL_NAMES,
  RFC2253_KEYWORDS,
  renderName,
} from '../../../src/certificates/names.ts';
import { OID } from '../../../src/certificates/oids.ts';
import { nameIssuerSerial } from './certificates.ts';
import type { MoreWays } from './every-way.ts';

const PARTS: readonly (keyof Plan)[] = ['serial', 'issuer', 'keyIdJoint'];

/** keyId: its form, what it names, how it is written. @see G2-key-id, G4-keyid-format */
export const MORE_KEY_ID_WAYS: MoreWays = {
  'keyid-format': { plan: { keyId: ({ serial }) => `SN=${serial}` }, takes: PARTS },
  'keyid-format/order': {
    plan: { keyId: ({ serial, issuer }) => `CA=${issuer},SN=${serial}` },
    takes: PARTS,
  },
  'keyid-format/fingerprint': {
    plan: { keyId: ({ certificate }) => hash('sha256', certificate.der, 'hex') },
    takes: PARTS,
  },
  'keyid-format/identifier': { plan: { keyId: () => 'seal-key-1' }, takes: PARTS },
  'keyid-mismatch/subject': {
    plan: { issuer: ({ subject }) => renderName(subject, 'rfc2253') },
    lack: ({ signer: { certificate } }) =>
      renderName(certificate.subject, 'rfc2253') === renderName(certificate.issuer, 'rfc2253')
        ? "a certificate that isn't self-issued"
        : undefined,
  },
  'keyid-mismatch/slash': {
    plan: {
      issuer: ({ issuer }) =>
        issuer
          .map((rdn) => rdn.map(({ oid, text }) => `/${OPENSSL_NAMES.get(oid) ?? oid}=${text}`).join(''))
          .join(''),
    },
  },
  'keyid-mismatch/spaces': {
    plan: {
      issuer: ({ issuer }) =>
        issuer.map((rdn) => renderName([rdn], 'openssl').replace('=', ' = ')).join(', '),
    },
    needs: requireSeveralParts,
  },
  'keyid-mismatch/ca-serial': {
    plan: { serial: ({ authoritySerial = 0n }) => formatSerialHex(authoritySerial) },
    needs: { extension: nameIssuerSerial },
  },
  'keyid-mismatch/other-certificate': { plan: { serial: ({ serial }) => formatSerialHex(serial + 1n) } },
  'keyid-mismatch/unknown': { plan: { issuer: () => 'CN=Another Issuer,C=NO' } },
  'keyid-style': {
    plan: { issuer: ({ issuer }) => written(issuer, (one) => `OID.${one.oid}=${textOf(one)}`) },
  },
  'keyid-style/lowercase': {
    plan: {
      serial: ({ serial }) => formatSerialHex(serial).toLowerCase(),
      issuer: ({ issuer }) =>
        written(issuer, (one) => `${RFC2253_KEYWORDS.get(one.oid)?.toLowerCase() ?? one.oid}=${textOf(one)}`),
    },
  },
  'keyid-style/leading-zero': { plan: { serial: ({ serial }) => `00${formatSerialHex(serial)}` } },
  'keyid-style/0x': { plan: { serial: ({ serial }) => `0x${formatSerialHex(serial)}` } },
  'keyid-style/orgid-name': {
    plan: { issuer: withIdentifier((one) => `organizationIdentifier=${asText(one)}`) },
    needs: identifier,
  },
  'keyid-style/orgid-string': {
    plan: { issuer: withIdentifier((one) => `${one.oid}=${asText(one)}`) },
    needs: identifier,
  },
  'keyid-style/hex-upper': {
    plan: { issuer: withIdentifier((one) => rfc2253(one).toUpperCase()) },
    needs: identifier,
  },
  'keyid-style/string-tag': {
    plan: { issuer: withIdentifier((one) => `${one.oid}=#${retagged(one)}`) },
    needs: identifier,
  },
  'keyid-style/percent': { plan: { issuer: ({ issuer }) => percents(renderName(issuer, 'rfc2253')) } },
  'keyid-style/portal-signer': {
    plan: { issuer: ({ issuer }) => portalName(issuer) },
    needs: ({ signer: { certificate } }) => ({
      issuerPart: portalName(certificate.issuer) === renderName(certificate.issuer, 'rfc2253'),
    }),
    lack: ({ signer: { certificate } }) =>
      portalName(certificate.issuer) === '' ? 'a certificate whose issuer has a CN or an O' : undefined,
  },
};

function identifier({ signer: { certificate } }: Subject): Needs {
  return { issuerPart: !certificate.issuer.flat().some(isIdentifier) };
}

/** An organizationIdentifier whose value can be written in every way there is. */
function isIdentifier({ oid, text, der }: NameAttribute): boolean {
  const hasLetter = /[a-f]/.test(Buffer.from(der).toString('hex'));
  return oid === OID.organizationIdentifier && /^[ -~]+$/.test(text) && hasLetter;
}

function withIdentifier(write: Writer): NonNullable<Plan['issuer']> {
  return ({ issuer }) => written(issuer, (one) => (isIdentifier(one) ? write(one) : rfc2253(one)));
}

type Writer = (attribute: NameAttribute) => string;

function written(issuer: DistinguishedName, write: Writer, joint = ','): string {
  return issuer
    .toReversed()
    .map((rdn) => rdn.map(write).join('+'))
    .join(joint);
}

function rfc2253(attribute: NameAttribute): string {
  return renderName([[attribute]], 'rfc2253');
}

/** The value as RFC 2253 writes it. */
function textOf(attribute: NameAttribute): string {
  const one = rfc2253(attribute);
  return one.slice(one.indexOf('=') + 1);
}

/** The value as RFC 2253 would write it, had it a name for the type. */
function asText(attribute: NameAttribute): string {
  return textOf({ ...attribute, oid: OID.commonName });
}

/** The value's encoding with another tag, in hexadecimal. */
function retagged({ tag, text }: NameAttribute): string {
  return encodeText(tag === TAG.utf8String ? TAG.printableString : TAG.utf8String, text).toString('hex');
}

function percents(name: string): string {
  const encoded = encodeURI(name);
  return encoded === name ? encodeURIComponent(name) : encoded;
}

const PORTAL_TYPES = ['CN', 'O', 'OU', 'L', 'ST', 'C'];

function portalName(issuer: DistinguishedName): string {
  const attributes = issuer.flat();
  const ofType = (type: string) => attributes.filter(({ oid }) => RFC2253_KEYWORDS.get(oid) === type);
  return PORTAL_TYPES.flatMap((type) => ofType(type).map(({ text }) => `${type}=${text}`)).join(',');
}
