import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CONTENT } from '../../../src/breaks/ways.ts';
import type { Certificate } from '../../../src/certificates/certificate.ts';
import { TAG } from '../../../src/certificates/der.ts';
import { writePem } from '../../../src/certificates/pem.ts';
import type { Psd2Role } from '../../../src/certificates/qc-statements.ts';
import { DAY_MS } from '../../../src/core/units.ts';
import { issuerCertificate, psd2Statement, signingRequest, writeStatements } from './certificates.ts';
import type { MoreWays } from './every-way.ts';

const ALL_ROLES: readonly Psd2Role[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];

/** The certificate: its header, and what it says. @see G4-certificate-no-psd2, G5-certificate-content */
export const MORE_CERTIFICATE_WAYS: MoreWays = {
  'certificate-unparseable': {
    plan: {
      certificateText: ({ der }) =>
        Buffer.from(der)
          .subarray(0, der.length / 2)
          .toString('base64'),
    },
    takes: CONTENT,
  },
  'certificate-unparseable/csr': {
    plan: { certificateText: (certificate) => signingRequest(certificate).toString('base64') },
    takes: CONTENT,
  },
  'certificate-unparseable/public-key': {
    plan: {
      certificateText: ({ publicKey }) =>
        publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    takes: CONTENT,
  },
  'certificate-format/several': {
    plan: {
      certificateText: (certificate) =>
        [certificate.der, issuerCertificate(certificate)]
          .map((der) => Buffer.from(der).toString('base64'))
          .join(),
    },
  },
  'certificate-format/private-key': { plan: { certificateText: privateKeyText }, takes: CONTENT },
  'certificate-format/ec-key': {
    plan: { holder: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  },
  'certificate-format/key-size': { plan: { holder: shortKey } },
  'certificate-format-tolerated/pem-one-line': {
    plan: { certificateText: (certificate) => pemOf(certificate).replaceAll('\n', '') },
  },
  'certificate-format-tolerated/pem-spaces': {
    plan: { certificateText: (certificate) => pemOf(certificate).trim().replaceAll('\n', ' ') },
  },
  'certificate-format-tolerated/base64-of-pem': {
    plan: { certificateText: (certificate) => Buffer.from(pemOf(certificate)).toString('base64') },
  },
  'certificate-format-tolerated/base64url': {
    plan: { certificateText: ({ der }) => Buffer.from(der).toString('base64url') },
  },
  'certificate-format-tolerated/percent-encoded': {
    plan: { certificateText: ({ der }) => encodeURIComponent(Buffer.from(der).toString('base64')) },
  },
  'certificate-not-yet-valid': {
    plan: { term: (at) => ({ notBefore: at + 30 * DAY_MS, notAfter: at + 760 * DAY_MS }) },
  },
  'certificate-qc-malformed/unwrapped': { plan: { statements: ({ psd2 }) => psd2Statement(psd2) } },
  'certificate-qc-malformed/flat-roles': {
    plan: { statements: (parts) => writeStatements(parts, { list: 'flat' }) },
  },
  'certificate-qc-malformed/set': {
    plan: { statements: (parts) => writeStatements(parts, { list: 'set' }) },
  },
  'certificate-qc-malformed/string-type': {
    plan: { statements: (parts) => writeStatements(parts, { stringTag: TAG.printableString }) },
  },
  'certificate-qc-malformed/name-oid-mismatch': {
    plan: {
      statements: (parts) =>
        writeStatements(parts, {
          roleName: (role) => ALL_ROLES[(ALL_ROLES.indexOf(role) + 1) % ALL_ROLES.length] ?? role,
        }),
    },
  },
  'certificate-qc-malformed/ncaid': {
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
