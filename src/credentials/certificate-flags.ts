import type { CertificateDescription } from '../certificates/certificate.ts';
import { type Columns, QUIET } from '../cli/columns.ts';
import { createTextFlag } from '../cli/flags.ts';

export const FILES = 'FILES';

export const passphraseFlag = {
  'passphrase-file': createTextFlag(
    'File with the passphrase. Default: PSD2_PASSPHRASE, or a prompt.',
    'FILE',
    FILES,
  ),
};

/** The flags of every command that reads a certificate and its key. */
export const certificateFlags = {
  key: createTextFlag('The private key: PEM, DER or PKCS #12, or - for stdin.', 'FILE', FILES),
  ...passphraseFlag,
};

export const ROLES = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;

/** The flag for several roles. */
export const rolesFlag = {
  options: [...ROLES],
  multiple: true,
  delimiter: ',',
  helpValue: 'ROLE,ROLE',
} as const;

export const TYPES: Readonly<Record<CertificateDescription['type'], string>> = {
  seal: 'seal for requests (QSealC)',
  qwac: 'for TLS (QWAC)',
  unknown: 'neither seal nor QWAC',
};

export const describedColumns: Columns<CertificateDescription> = [
  ['Subject', 'subject'],
  ['Issuer', 'issuer'],
  ['Serial', 'serial', 'identifier', QUIET],
  ['Type', ({ type }) => TYPES[type]],
  ['Roles', ({ roles }) => (roles.length === 0 ? 'none' : roles.join(', '))],
  ['Organization', ({ organizationIdentifier }) => organizationIdentifier ?? undefined, 'identifier'],
  ['Authority', ({ ncaName, ncaId }) => (ncaId === null ? undefined : `${ncaName} (${ncaId})`)],
  ['Valid from', 'notBefore', 'date'],
  ['Valid until', 'notAfter', 'date'],
  ['Key', ({ keyBits }) => `${keyBits} bits`],
];
