import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Transports } from '../../../src/breaks/sign-broken.ts';
import { CONTENT, DAY } from '../../../src/breaks/ways.ts';
import type { Certificate } from '../../../src/certificates/certificate.ts';
import { TAG } from '../../../src/certificates/der.ts';
import { writePem } from '../../../src/certificates/pem.ts';
import type { Psd2Role } from '../../../src/certificates/qc-statements.ts';
import { issuerCertificate, psd2Statement, signingRequest, writeStatements } from './certificates.ts';

const ALL_ROLES: readonly Psd2Role[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];

/** The certificate: its header, and what it says. @see G4-certificate-no-psd2, G5-certificate-content */
export const MORE_CERTIFICATE_WAYS: Transports = {
  'certificate-unparseable': {
    summary: 'Sends the first half of the certificate.',
    plan: {
      certificateText: ({ der }) =>
        Buffer.from(der)
          .subarray(0, der.length / 2)
          .toString('base64'),
    },
    takes: CONTENT,
  },
  'certificate-unparseable/csr': {
    summary: 'Sends a certificate signing request instead of the certificate.',
    plan: { certificateText: (certificate) => signingRequest(certificate).toString('base64') },
    takes: CONTENT,
  },
  'certificate-unparseable/public-key': {
    summary: "Sends the certificate's public key alone.",
    plan: {
      certificateText: ({ publicKey }) =>
        publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    takes: CONTENT,
  },
  'certificate-format/several': {
    summary: "Sends the issuer's certificate after the seal's.",
    plan: {
      certificateText: (certificate) =>
        [certificate.der, issuerCertificate(certificate)]
          .map((der) => Buffer.from(der).toString('base64'))
          .join(),
    },
  },
  'certificate-format/private-key': {
    summary: 'Sends a throwaway private key instead of the certificate.',
    plan: { certificateText: privateKeyText },
    takes: CONTENT,
  },
  'certificate-format/ec-key': {
    summary: 'Signs with a new elliptic-curve key and sends a certificate for it.',
    plan: { holder: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  },
  'certificate-format/key-size': {
    summary: 'Signs with a new RSA key of 1024 bits and sends a certificate for it.',
    plan: { holder: shortKey },
  },
  'certificate-format-tolerated/pem-one-line': {
    summary: 'Sends PEM without line ends.',
    plan: { certificateText: (certificate) => pemOf(certificate).replaceAll('\n', '') },
  },
  'certificate-format-tolerated/pem-spaces': {
    summary: 'Sends PEM with a space instead of each line end.',
    plan: { certificateText: (certificate) => pemOf(certificate).trim().replaceAll('\n', ' ') },
  },
  'certificate-format-tolerated/base64-of-pem': {
    summary: 'Sends Base64 of a PEM file.',
    plan: { certificateText: (certificate) => Buffer.from(pemOf(certificate)).toString('base64') },
  },
  'certificate-format-tolerated/base64url': {
    summary: 'Sends the certificate in base64url without padding.',
    plan: { certificateText: ({ der }) => Buffer.from(der).toString('base64url') },
  },
  'certificate-format-tolerated/percent-encoded': {
    summary: 'Sends the Base64 of the certificate percent-encoded.',
    plan: { certificateText: ({ der }) => encodeURIComponent(Buffer.from(der).toString('base64')) },
  },
  'certificate-not-yet-valid': {
    summary: "Sends a certificate that isn't valid for another month.",
    plan: { term: (at) => ({ notBefore: at + 30 * DAY, notAfter: at + 760 * DAY }) },
  },
  'certificate-qc-malformed/unwrapped': {
    summary: "Sends a certificate whose PSD2 statement isn't in a list of statements.",
    plan: { statements: ({ psd2 }) => psd2Statement(psd2) },
  },
  'certificate-qc-malformed/flat-roles': {
    summary: 'Sends a certificate whose roles are one flat list of numbers and names.',
    plan: { statements: (parts) => writeStatements(parts, { list: 'flat' }) },
  },
  'certificate-qc-malformed/set': {
    summary: 'Sends a certificate whose roles are a SET instead of a SEQUENCE.',
    plan: { statements: (parts) => writeStatements(parts, { list: 'set' }) },
  },
  'certificate-qc-malformed/string-type': {
    summary: 'Sends a certificate with PrintableStrings in its PSD2 statement.',
    plan: { statements: (parts) => writeStatements(parts, { stringTag: TAG.printableString }) },
  },
  'certificate-qc-malformed/name-oid-mismatch': {
    summary: 'Sends a certificate with the names of its roles swapped.',
    plan: {
      statements: (parts) =>
        writeStatements(parts, {
          roleName: (role) => ALL_ROLES[(ALL_ROLES.indexOf(role) + 1) % ALL_ROLES.length] ?? role,
        }),
    },
  },
  'certificate-qc-malformed/ncaid': {
    summary: 'Sends a certificate whose authority is named NOFSA, without the hyphen.',
    plan: {
      statements: ({ psd2, ...parts }) => writeStatements({ ...parts, psd2: { ...psd2, ncaId: 'NOFSA' } }),
    },
  },
};

function privateKeyText(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}

function pemOf({ der }: Certificate): string {
  return writePem({ label: 'CERTIFICATE', der });
}

let short: KeyObject | undefined;

/** Makes the key once, since that takes long. */
function shortKey(): KeyObject {
  short ??= generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  return short;
}
