import type { Psd2Role } from '../certificates/certificate.ts';
import { derSequence } from '../certificates/issue/der-writer.ts';
import { writePem } from '../certificates/pem.ts';
import { operationAt } from '../wire/operations.ts';
import type { Plan, Ways } from './plan.ts';
import { WEB_SITES, writeQcStatements } from './qc-statements.ts';

export const DAY = 24 * 60 * 60 * 1000;
const ALL_ROLES: readonly Psd2Role[] = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'];

/** The steps that no one sees without a readable certificate. */
export const CONTENT: readonly (keyof Plan)[] = ['term', 'holder', 'usage', 'statements'];

/** The certificate: its header, and its content. @see G4-certificate-no-psd2, G5-certificate-content */
export const CERTIFICATE_WAYS: Ways = {
  'certificate-missing': {
    summary: 'Sends no TPP-Signature-Certificate.',
    plan: { certificateText: () => undefined },
    takes: CONTENT,
  },
  'certificate-format/literal-newline': {
    summary: 'Sends PEM with a backslash and an n instead of each line end.',
    plan: {
      certificateText: ({ der }) => writePem({ label: 'CERTIFICATE', der }).replaceAll('\n', '\\n'),
    },
  },
  'certificate-expired': {
    summary: 'Sends a certificate that expired a month ago.',
    plan: { term: (at) => ({ notBefore: at - 760 * DAY, notAfter: at - 30 * DAY }) },
  },
  'certificate-type': {
    summary: 'Sends a certificate for web sites (QWAC).',
    plan: { usage: WEB_SITES },
  },
  'certificate-no-psd2': {
    summary: 'Sends a certificate without a PSD2 statement.',
    plan: { statements: ({ others }) => derSequence(...others) },
  },
  'certificate-role': {
    summary: 'Sends a certificate without the role the operation needs.',
    plan: {
      statements: (parts) => {
        const roles = ALL_ROLES.filter((role) => !parts.needed.includes(role)).slice(-1);
        return writeQcStatements({ ...parts, psd2: { ...parts.psd2, roles } });
      },
    },
    lack: ({ request }) =>
      (operationAt(request.method, request.target)?.roles ?? []).length === 0
        ? 'an operation that needs a role, such as a payment'
        : undefined,
  },
};
