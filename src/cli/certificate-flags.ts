import type { AskedFile, CertificateAsked, CertificateInput } from '../credentials/inspect.ts';
import { Fault } from '../errors.ts';
import { Args, Flags } from './flags.ts';
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
  'passphrase-file': Flags.string({
    description: 'File with the passphrase. Default: PSD2_PASSPHRASE, or a prompt.',
    helpGroup: FILES,
    helpValue: 'FILE',
  }),
};

/** Flags of every command that reads a certificate. */
export const certificateFlags = {
  key: Flags.string({
    description: 'The private key: PEM, DER or PKCS #12, or - for stdin.',
    helpGroup: FILES,
    helpValue: 'FILE',
  }),
  ...passphraseFlag,
};

const ROLES = ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'] as const;

export type Role = (typeof ROLES)[number];

function roles(description: string, helpGroup?: string) {
  return {
    description,
    options: [...ROLES],
    multiple: true as const,
    delimiter: ',' as const,
    helpValue: 'ROLE,ROLE',
    ...(helpGroup === undefined ? {} : { helpGroup }),
  };
}

/** What a certificate is held to. */
export const wantedFlags = {
  role: Flags.string(
    roles(
      `Roles it must have, out of ${ROLES.join(', ')}. Without this flag a missing role is only a warning.`,
    ),
  ),
  type: Flags.string({
    description: 'The type it must have.',
    options: ['seal', 'qwac'],
  }),
};

function text(description: string, helpValue: string) {
  return Flags.string({ description, helpValue, helpGroup: PARTY });
}

export const issueFlags = {
  type: Flags.string({
    description: 'A seal for requests (QSealC), or a certificate for TLS (QWAC).',
    options: ['seal', 'qwac'],
    default: 'seal',
    helpGroup: PARTY,
  }),
  roles: Flags.string({
    ...roles(`Its roles, out of ${ROLES.join(', ')}.`, PARTY),
    default: ['PSP_PI', 'PSP_AI'],
  }),
  organization: text("Name of the organization. Default: the profile's.", 'NAME'),
  'organization-identifier': text(
    "Authorization number. Default: the profile's, which is random.",
    'PSDNO-FSA-NUMBER',
  ),
  'nca-name': text("Name of the competent authority. Required unless it's NO-FSA.", 'NAME'),
  'nca-id': text("The authority's identifier. Default: taken from the authorization number.", 'NO-FSA'),
  country: text('Country of the organization. Default: taken from the authorization number.', 'NO'),
  'common-name': text('Common name. Default: the organization, or the first host.', 'NAME'),
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
  'not-before': Flags.string({
    description: "First day or time it's valid. Default: a day ago.",
    helpValue: 'DATE',
    helpGroup: TERM,
  }),
  'not-after': Flags.string({
    description: "Last day or time it's valid.",
    helpValue: 'DATE',
    helpGroup: TERM,
  }),
  'key-bits': Flags.string({
    description: 'Size of the RSA key.',
    options: ['2048', '3072', '4096'],
    default: '2048',
    helpGroup: TERM,
  }),
  out: Flags.string({
    description: 'Folder (with a final /), or the start of the file names. Default: this folder.',
    helpValue: 'FOLDER/|NAME',
    helpGroup: FILES,
  }),
  format: Flags.string({
    description: 'PEM files, or one PKCS #12 file.',
    options: ['pem', 'p12'],
    default: 'pem',
    helpGroup: FILES,
  }),
  ...passphraseFlag,
};

interface GivenToIssue {
  readonly [flag: string]: unknown;
}

/** The parsed flags of `cert create`. */
export function certificateInput(flags: GivenToIssue): CertificateInput {
  const one = (name: keyof typeof issueFlags) => flags[name] as string | undefined;
  const several = (name: keyof typeof issueFlags) => (flags[name] ?? []) as string[];
  return {
    type: one('type') as CertificateInput['type'],
    roles: several('roles') as Role[],
    organization: one('organization'),
    organizationIdentifier: one('organization-identifier'),
    ncaName: one('nca-name'),
    ncaId: one('nca-id'),
    country: one('country'),
    commonName: one('common-name'),
    hosts: several('san'),
    days: flags.days as number | undefined,
    notBefore: one('not-before'),
    notAfter: one('not-after'),
    keyBits: Number(one('key-bits')),
    out: one('out'),
    format: one('format') as CertificateInput['format'],
    passphraseFile: one('passphrase-file'),
  };
}

interface GivenToRead {
  readonly key?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
}

/** The files that a command line names; stdin is read here, as bytes. */
export async function certificateAsked(
  { file }: { readonly file?: string | undefined },
  flags: GivenToRead,
  notice: (text: string) => void,
): Promise<CertificateAsked> {
  if (file === '-' && flags.key === '-') {
    throw new Fault('USAGE', 'FILE and --key both read stdin, which can be read only once.', {
      hint: 'Use a file for one of them. A PEM or PKCS #12 file can also hold both.',
    });
  }
  return {
    file: await askedFile(file, notice),
    key: await askedFile(flags.key, notice),
    passphraseFile: flags['passphrase-file'],
  };
}

/** A file by its name; `-` is stdin. @see C-cert-stdin */
async function askedFile(
  name: string | undefined,
  notice: (text: string) => void,
): Promise<AskedFile | undefined> {
  if (name === undefined) return undefined;
  return name === '-' ? { name: 'stdin', bytes: await readInput('-', notice) } : { name };
}
