import { CAPTURE_FORMATS } from '../captures/capture.ts';
import type { CapturedInput, VerifyOptionsGiven } from '../signatures/report.ts';
import { Flags } from './flags.ts';
import { REPORT_FORMATS } from './resources/verification.ts';

const JUDGED = 'CHECKS';

/** What `verify` and `verify diff` go by. @see C-verify-diff, C-verify-flags */
export const verifyFlags = {
  at: Flags.string({
    description:
      "Time to check at: ISO 8601, or `date` for the request's own Date. Default: when the capture says it was sent, or its own Date, or now if Date is in the future.",
    helpValue: 'TIME',
    helpGroup: JUDGED,
  }),
  cert: Flags.string({
    description: 'Certificate to check with, instead of the one in the request.',
    helpValue: 'FILE',
    helpGroup: JUDGED,
  }),
  'passphrase-file': Flags.string({
    description: 'File with the passphrase for a PKCS#12 --cert.',
    helpValue: 'FILE',
    helpGroup: JUDGED,
  }),
  key: Flags.string({
    description: 'Public key to check with, if there is no certificate: PEM, JWK or JWKS.',
    helpValue: 'FILE',
    helpGroup: JUDGED,
  }),
  ca: Flags.string({
    description: 'Certificates of certification authorities, to tell their serial numbers in keyId.',
    helpValue: 'FILE',
    helpGroup: JUDGED,
  }),
  role: Flags.string({
    description: 'Role the certificate must have. Default: chosen by the path.',
    options: ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'],
    helpValue: 'ROLE',
    helpGroup: JUDGED,
  }),
  strict: Flags.boolean({
    description: 'Treat certificate and keyId formats that stricter banks may refuse as errors.',
    helpGroup: JUDGED,
  }),
  search: Flags.integer({
    description: 'Search for the cause this many times as far. Default: 1, which is 512 MiB of candidates.',
    helpValue: 'N',
    helpGroup: JUDGED,
    min: 1,
    max: 100,
  }),
};

const READ = 'INPUT';

/** How a captured request is read. */
export const captureFlags = {
  from: Flags.string({
    description: `Format of the input: ${CAPTURE_FORMATS.join(', ')}. Default: detected.`,
    options: CAPTURE_FORMATS,
    helpValue: 'FORMAT',
    helpGroup: READ,
  }),
  request: Flags.string({
    description: 'Which of several requests: its name, its number from 0, or part of its URL.',
    helpValue: 'NAME',
    helpGroup: READ,
  }),
};

const SHOWN = 'REPORT';

/** What of a verification is shown, and how. */
export const reportFlags = {
  checks: Flags.boolean({ description: 'List every check.', helpGroup: SHOWN }),
  share: Flags.boolean({
    description:
      'Strike out body values, PSU ids, IP addresses, account numbers, Digest and signature, so that you can pass the report on.',
    helpGroup: SHOWN,
  }),
  format: Flags.string({
    description: 'How to print the report: text, or markdown for an issue tracker.',
    options: [...REPORT_FORMATS],
    default: 'text',
    helpValue: 'FORMAT',
    helpGroup: SHOWN,
  }),
};

interface GivenFlags {
  readonly at?: string | undefined;
  readonly cert?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
  readonly key?: string | undefined;
  readonly ca?: string | undefined;
  readonly role?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly search?: number | undefined;
}

/** The parsed flags as the app takes them. */
export function verifyOptions(flags: GivenFlags): VerifyOptionsGiven {
  return {
    at: flags.at,
    certificate: flags.cert,
    passphraseFile: flags['passphrase-file'],
    key: flags.key,
    ca: flags.ca,
    role: flags.role as VerifyOptionsGiven['role'],
    strict: flags.strict === true,
    search: flags.search ?? 1,
  };
}

interface GivenCapture {
  readonly from?: string | undefined;
  readonly request?: string | undefined;
}

export function capturedInput(bytes: Uint8Array, flags: GivenCapture): CapturedInput {
  return { bytes, format: flags.from as CapturedInput['format'], request: flags.request };
}
