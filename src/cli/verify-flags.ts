import type { CapturedInput, VerifyOptionsGiven } from '../app/signatures/shapes.ts';
import { Flags } from './flags.ts';

const JUDGED = 'HOW IT IS JUDGED';

/** What `verify` and `verify diff` go by. @see cli.md Commands, verify */
export const verifyFlags = {
  at: Flags.string({
    description: "Time to judge at: ISO 8601, or `date` for the request's own Date; default now.",
    helpValue: 'TIME',
    helpGroup: JUDGED,
  }),
  cert: Flags.string({
    description: 'Certificate to check with, in place of the one sent.',
    helpValue: 'FILE',
    helpGroup: JUDGED,
  }),
  'passphrase-file': Flags.string({
    description: 'File with the passphrase of a PKCS#12 --cert.',
    helpValue: 'FILE',
    helpGroup: JUDGED,
  }),
  role: Flags.string({
    description: 'Role that the certificate must have; default by the path.',
    options: ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'],
    helpValue: 'ROLE',
    helpGroup: JUDGED,
  }),
  strict: Flags.boolean({
    description: 'Writings of certificate and keyId that a stricter bank may refuse are faults.',
    helpGroup: JUDGED,
  }),
};

const READ = 'HOW IT IS READ';

/** How a captured request is read. */
export const captureFlags = {
  from: Flags.string({
    description: 'What is read: http, curl, har or json; default by how it begins.',
    options: ['http', 'curl', 'har', 'json'],
    helpValue: 'FORMAT',
    helpGroup: READ,
  }),
  entry: Flags.string({
    description: 'Entry of a HAR: its place, from 0, or a part of its URL.',
    helpValue: 'PLACE|URL',
    helpGroup: READ,
  }),
};

interface GivenFlags {
  readonly at?: string | undefined;
  readonly cert?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly role?: string | undefined;
  readonly strict?: boolean | undefined;
}

/** The parsed flags as the app takes them. */
export function verifyOptions(flags: GivenFlags): VerifyOptionsGiven {
  return {
    at: flags.at,
    certificate: flags.cert,
    passphraseFile: flags['passphrase-file'],
    role: flags.role as VerifyOptionsGiven['role'],
    strict: flags.strict === true,
  };
}

interface GivenCapture {
  readonly from?: string | undefined;
  readonly entry?: string | undefined;
}

export function capturedInput(bytes: Uint8Array, flags: GivenCapture): CapturedInput {
  return { bytes, format: flags.from as CapturedInput['format'], entry: flags.entry };
}
