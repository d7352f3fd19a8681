import type { AskedFile, CertificateAsked, CertificateInput } from '../credentials/inspect.ts';
import { Fault } from '../errors.ts';
import { Args, Flags, type Given, nameAsMembers, textFlag } from './flags.ts';
import { readInput } from './input.ts';

const FILES = 'FILES';
const PARTY = 'HOLDER';
const TERM = 'VALIDITY AND KEY';

export const certificateArgs = {
  file: Args.string({
    description: "PEM, DER or PKCS #12, or - for stdin. Default: the profile's own certificate.",
  }),
};

const passphraseFlag = {
  'passphrase-file': textFlag(
    'File with the passphrase. Default: PSD2_PASSPHRASE, or a prompt.',
    'FILE',
    FILES,
  ),
};

/** Flags of every command that reads a certificate. */
export const certificateFlags = {
  key: textFlag('The private key: PEM, DER or PKCS #12, or - for stdin.', 'FILE', FILES),
  ...passphraseFlag,
};

const ROLES = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;

export type Role = (typeof ROLES)[number];

const roles = { options: [...ROLES], multiple: true, delimiter: ',', helpValue: 'ROLE,ROLE' } as const;

/** What a certificate is held to. */
export const wantedFlags = {
  role: Flags.string({
    ...roles,
    description: `Roles it must have, out of ${ROLES.join(', ')}. Without this flag a missing role is only a warning.`,
  }),
  type: Flags.string({ description: 'The type it must have.', options: ['seal', 'qwac'] }),
};

export const issueFlags = {
  type: Flags.string({
    description: 'A seal for requests (QSealC), or a certificate for TLS (QWAC).',
    options: ['seal', 'qwac'],
    default: 'seal',
    helpGroup: PARTY,
  }),
  roles: Flags.string({
    ...roles,
    description: `Its roles, out of ${ROLES.join(', ')}.`,
    default: ['PSP_PI', 'PSP_AI'],
    helpGroup: PARTY,
  }),
  organization: textFlag("Name of the organization. Default: the profile's.", 'NAME', PARTY),
  'organization-identifier': textFlag(
    "Authorization number. Default: the profile's, which is random.",
    'PSDNO-FSA-NUMBER',
    PARTY,
  ),
  'nca-name': textFlag("Name of the competent authority. Required unless it's NO-FSA.", 'NAME', PARTY),
  'nca-id': textFlag(
    "The authority's identifier. Default: taken from the authorization number.",
    'NO-FSA',
    PARTY,
  ),
  country: textFlag(
    'Country of the organization. Default: taken from the authorization number.',
    'NO',
    PARTY,
  ),
  'common-name': textFlag('Common name. Default: the organization, or the first host.', 'NAME', PARTY),
  san: Flags.string({
    description: 'Host name or address for a QWAC. Repeatable. Default: localhost.',
    multiple: true,
    helpValue: 'HOST',
    helpGroup: PARTY,
  }),
  days: Flags.integer({
    description: "Number of days it's valid. Default: a year, but no longer than the CA.",
    min: 0,
    max: 36_500,
    exclusive: ['not-after'],
    helpValue: 'N',
    helpGroup: TERM,
  }),
  'not-before': textFlag("First day or time it's valid. Default: a day ago.", 'DATE', TERM),
  'not-after': textFlag("Last day or time it's valid.", 'DATE', TERM),
  'key-bits': Flags.string({
    description: 'Size of the RSA key.',
    options: ['2048', '3072', '4096'],
    default: '2048',
    helpGroup: TERM,
  }),
  out: textFlag(
    'Folder (with a final /), or the start of the file names. Default: this folder.',
    'FOLDER/|NAME',
    FILES,
  ),
  format: Flags.string({
    description: 'PEM files, or one PKCS #12 file.',
    options: ['pem', 'p12'],
    default: 'pem',
    helpGroup: FILES,
  }),
  ...passphraseFlag,
};

/** The parsed flags of `cert create`. */
export function certificateInput(flags: Given<typeof issueFlags>): CertificateInput {
  return {
    ...nameAsMembers(flags),
    hosts: flags.san ?? [],
    keyBits: Number(flags['key-bits']),
  } as CertificateInput;
}

/** The files that a command line names; stdin is read here, as bytes. */
export async function certificateAsked(
  { file }: { readonly file?: string | undefined },
  flags: Given<typeof certificateFlags>,
  notice: (text: string) => void,
): Promise<CertificateAsked> {
  if (file === '-' && flags.key === '-') {
    throw new Fault('USAGE', 'FILE and --key both read stdin, which can be read only once.', {
      hint: 'Use a file for one of them. A PEM or PKCS #12 file can also hold both.',
    });
  }
  return {
    file: await readAsked(file, notice),
    key: await readAsked(flags.key, notice),
    passphraseFile: flags['passphrase-file'],
  };
}

/** A file by its name; `-` is stdin. @see C-cert-stdin */
async function readAsked(
  name: string | undefined,
  notice: (text: string) => void,
): Promise<AskedFile | undefined> {
  if (name === undefined) return undefined;
  return name === '-' ? { name: 'stdin', bytes: await readInput('-', notice) } : { name };
}
