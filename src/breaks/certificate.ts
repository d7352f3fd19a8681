import { generateKeyPairSync } from 'node:crypto';
import type { Psd2Role } from '../certificates/certificate.ts';
import { TAG } from '../certificates/der.ts';
import { operationAt } from '../wire/operations.ts';
import type { Plan, Ways } from './plan.ts';

const DAY = 24 * 60 * 60 * 1000;
const ALL_ROLES: readonly Psd2Role[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];

const PSD2_STATEMENT: readonly (keyof Plan)[] = ['roles', 'roleList', 'roleName', 'ncaId', 'stringTag'];
const CONTENT: readonly (keyof Plan)[] = ['term', 'holder', 'usage', 'statements', ...PSD2_STATEMENT];

/** The certificate: its header, and what it says. @see G4-certificate-no-psd2, G5-certificate-content */
export const CERTIFICATE_WAYS: Ways = {
  'certificate-missing': {
    summary: 'Sends no TPP-Signature-Certificate.',
    plan: { certificateText: () => undefined },
    takes: CONTENT,
  },
  'certificate-unparseable': {
    summary: 'Sends the first half of the certificate.',
    plan: { certificateText: ({ der }) => der.subarray(0, der.length / 2).toString('base64') },
    takes: CONTENT,
  },
  'certificate-unparseable/csr': {
    summary: 'Sends a certificate signing request instead of the certificate.',
    plan: { certificateText: ({ request }) => request().toString('base64') },
    takes: CONTENT,
  },
  'certificate-unparseable/public-key': {
    summary: "Sends the certificate's public key alone.",
    plan: { certificateText: ({ publicKey }) => publicKey.toString('base64') },
    takes: CONTENT,
  },
  'certificate-format/literal-newline': {
    summary: 'Sends PEM with a backslash and an n instead of each line end.',
    plan: { certificateText: ({ pem }) => pem.replaceAll('\n', '\\n') },
  },
  'certificate-format/several': {
    summary: "Sends the issuer's certificate after the seal's.",
    plan: {
      certificateText: ({ der, authority }) => `${der.toString('base64')},${authority().toString('base64')}`,
    },
  },
  'certificate-format/private-key': {
    summary: 'Sends a throwaway private key instead of the certificate.',
    plan: { certificateText: privateKeyText },
    takes: CONTENT,
  },
  'certificate-format/ec-key': {
    summary: 'Signs with a new elliptic-curve key and sends a certificate for it.',
    plan: { holder: 'elliptic' },
  },
  'certificate-format/key-size': {
    summary: 'Signs with a new RSA key of 1024 bits and sends a certificate for it.',
    plan: { holder: 'short' },
  },
  'certificate-format-tolerated/pem-one-line': {
    summary: 'Sends PEM without line ends.',
    plan: { certificateText: ({ pem }) => pem.replaceAll('\n', '') },
  },
  'certificate-format-tolerated/pem-spaces': {
    summary: 'Sends PEM with a space instead of each line end.',
    plan: { certificateText: ({ pem }) => pem.trim().replaceAll('\n', ' ') },
  },
  'certificate-format-tolerated/base64-of-pem': {
    summary: 'Sends Base64 of a PEM file.',
    plan: { certificateText: ({ pem }) => Buffer.from(pem).toString('base64') },
  },
  'certificate-format-tolerated/base64url': {
    summary: 'Sends the certificate in base64url without padding.',
    plan: { certificateText: ({ der }) => der.toString('base64url') },
  },
  'certificate-format-tolerated/percent-encoded': {
    summary: 'Sends the Base64 of the certificate percent-encoded.',
    plan: { certificateText: ({ der }) => encodeURIComponent(der.toString('base64')) },
  },
  'certificate-expired': {
    summary: 'Sends a certificate that expired a month ago.',
    plan: { term: (at) => ({ notBefore: at - 760 * DAY, notAfter: at - 30 * DAY }) },
  },
  'certificate-not-yet-valid': {
    summary: "Sends a certificate that isn't valid for another month.",
    plan: { term: (at) => ({ notBefore: at + 30 * DAY, notAfter: at + 760 * DAY }) },
  },
  'certificate-type': {
    summary: 'Sends a certificate for web sites (QWAC).',
    plan: { usage: 'web-sites' },
  },
  'certificate-no-psd2': {
    summary: 'Sends a certificate without a PSD2 statement.',
    plan: { statements: 'no-psd2' },
    takes: PSD2_STATEMENT,
  },
  'certificate-qc-malformed/unwrapped': {
    summary: "Sends a certificate whose PSD2 statement isn't in a list of statements.",
    plan: { statements: 'unwrapped' },
  },
  'certificate-qc-malformed/flat-roles': {
    summary: 'Sends a certificate whose roles are one flat list of numbers and names.',
    plan: { roleList: 'flat' },
  },
  'certificate-qc-malformed/set': {
    summary: 'Sends a certificate whose roles are a SET instead of a SEQUENCE.',
    plan: { roleList: 'set' },
  },
  'certificate-qc-malformed/string-type': {
    summary: 'Sends a certificate with PrintableStrings in its PSD2 statement.',
    plan: { stringTag: TAG.printableString },
  },
  'certificate-qc-malformed/name-oid-mismatch': {
    summary: 'Sends a certificate with the names of its roles swapped.',
    plan: {
      roleName: (role) => ALL_ROLES[(ALL_ROLES.indexOf(role) + 1) % ALL_ROLES.length] ?? role,
    },
  },
  'certificate-qc-malformed/ncaid': {
    summary: 'Sends a certificate whose authority is named NOFSA, without the hyphen.',
    plan: { ncaId: 'NOFSA' },
  },
  'certificate-role': {
    summary: 'Sends a certificate without the role the operation needs.',
    plan: {
      roles: (needed) =>
        ALL_ROLES.toReversed()
          .filter((role) => !needed.includes(role))
          .slice(0, 1),
    },
    lack: ({ request }) =>
      (operationAt(request.method, request.target)?.roles ?? []).length === 0
        ? 'an operation that needs a role, such as a payment'
        : undefined,
  },
};

/** No key of the user's ever leaves: this one signs nothing. @see S8-breaks-own-key */
function privateKeyText(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
}
