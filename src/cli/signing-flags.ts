import { CAPTURE_FORMATS } from '../captures/capture.ts';
import { Fault } from '../errors.ts';
import type { CapturedInput, SignerFiles, VerifyOptionsGiven } from '../signatures/report.ts';
import { Args, Flags, type Given, textFlag } from './flags.ts';
import { REPORT_FORMATS } from './resources/verification.ts';

const HOW = 'SIGNING';
const WITH = 'CERTIFICATE AND KEY';

/** The settings of a signature; the profile may have each of them. @see G1-issuer-styles, C-sign-options */
export const signingFlags = {
  'keyid-style': Flags.string({
    description: 'Style of the issuer in keyId: rfc2253 (default), java or openssl.',
    options: ['rfc2253', 'java', 'openssl'],
    helpValue: 'STYLE',
    helpGroup: HOW,
  }),
  'serial-digits': oneOf('Digits of the serial number in keyId: minimal or even.', 'minimal', 'even'),
  'encoded-word': oneOf(
    "When to encode Signature as one RFC 2047 word. auto: only if it isn't ASCII.",
    ...['auto', 'always', 'never'],
  ),
  'request-target': Flags.boolean({
    description: 'Sign (request-target) too.',
    allowNo: true,
    helpGroup: HOW,
  }),
  'empty-body-digest': Flags.boolean({
    description: "Send a Digest of zero bytes when there's no body.",
    allowNo: true,
    helpGroup: HOW,
  }),
  'digest-algorithm': oneOf('Hash algorithm for the Digest.', 'SHA-256', 'SHA-512'),
};

function oneOf(description: string, ...options: string[]) {
  return Flags.string({ description, options, helpValue: options.join('|'), helpGroup: HOW });
}

/** A key and a certificate in place of the profile's. @see C-sign-files */
export const signerFlags = {
  cert: textFlag("Certificate: PEM, DER or PKCS#12. Default: the profile's.", 'FILE', WITH),
  key: textFlag('Its private key, unless --cert is a PKCS#12 file.', 'FILE', WITH),
  'passphrase-file': textFlag("File with the key's passphrase. Default: PSD2_PASSPHRASE.", 'FILE', WITH),
};

/** @throws Fault USAGE for a key without its certificate */
export function signerFiles(flags: Given<typeof signerFlags>): SignerFiles | undefined {
  const { cert: certificate, key, 'passphrase-file': passphraseFile } = flags;
  if (certificate !== undefined) return { certificate, key, passphraseFile };
  if (key === undefined) return undefined;
  throw new Fault('USAGE', '--key only works with --cert.', {
    hint: "Add --cert with the key's certificate. Its serial number and issuer form the keyId.",
  });
}

/** The request line of `sign`; `--break list` alone needs none. */
export const requestLineArgs = {
  method: Args.string({ description: 'Method: GET, POST, …' }),
  url: Args.string({ description: "The whole URL, percent-encoded as it's sent." }),
};

/** @throws Fault INPUT_MISSING */
export function requestLine({ method, url }: { method?: string; url?: string }) {
  if (method !== undefined && url !== undefined) return { method, url };
  const missing = [...(method === undefined ? ['METHOD'] : []), 'URL'];
  throw new Fault('INPUT_MISSING', `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`, {
    missing,
    hint: 'Put METHOD and URL before the flags:\npsd2 sign GET https://bank.example/v1/accounts',
  });
}

const CHECKS = 'CHECKS';

/** What `verify` and `verify diff` go by. @see C-verify-diff, C-verify-flags */
export const verifyFlags = {
  at: textFlag(
    "Time to check at: ISO 8601, or `date` for the request's own Date. Default: when the capture says it was sent, or its own Date, or now if Date is in the future.",
    'TIME',
    CHECKS,
  ),
  cert: textFlag('Certificate to check with, instead of the one in the request.', 'FILE', CHECKS),
  'passphrase-file': textFlag('File with the passphrase for a PKCS#12 --cert.', 'FILE', CHECKS),
  key: textFlag('Public key to check with, if there is no certificate: PEM, JWK or JWKS.', 'FILE', CHECKS),
  ca: textFlag(
    'Certificates of certification authorities, to tell their serial numbers in keyId.',
    'FILE',
    CHECKS,
  ),
  role: Flags.string({
    description: 'Role the certificate must have. Default: chosen by the path.',
    options: ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'],
    helpValue: 'ROLE',
    helpGroup: CHECKS,
  }),
  strict: Flags.boolean({
    description: 'Treat certificate and keyId formats that stricter banks may refuse as errors.',
    helpGroup: CHECKS,
  }),
  search: Flags.integer({
    description: 'Search for the cause this many times as far. Default: 1, which is 512 MiB of candidates.',
    helpValue: 'N',
    helpGroup: CHECKS,
    min: 1,
    max: 100,
  }),
};

/** How a captured request is read. */
export const captureFlags = {
  from: Flags.string({
    description: `Format of the input: ${CAPTURE_FORMATS.join(', ')}. Default: detected.`,
    options: CAPTURE_FORMATS,
    helpValue: 'FORMAT',
    helpGroup: 'INPUT',
  }),
  request: textFlag(
    'Which of several requests: its name, its number from 0, or part of its URL.',
    'NAME',
    'INPUT',
  ),
};

const REPORT = 'REPORT';

/** What of a verification is shown, and how. */
export const reportFlags = {
  checks: Flags.boolean({ description: 'List every check.', helpGroup: REPORT }),
  share: Flags.boolean({
    description:
      'Strike out body values, PSU ids, IP addresses, account numbers, Digest and signature, so that you can pass the report on.',
    helpGroup: REPORT,
  }),
  format: Flags.string({
    description: 'How to print the report: text, or markdown for an issue tracker.',
    options: [...REPORT_FORMATS],
    default: 'text',
    helpValue: 'FORMAT',
    helpGroup: REPORT,
  }),
};

/** The parsed flags as the app takes them. */
export function verifyOptions(flags: Given<typeof verifyFlags>): VerifyOptionsGiven {
  const {
    at,
    cert: certificate,
    'passphrase-file': passphraseFile,
    key,
    ca,
    strict = false,
    search = 1,
  } = flags;
  const role = flags.role as VerifyOptionsGiven['role'];
  return { at, certificate, passphraseFile, key, ca, role, strict, search };
}

export function capturedInput(bytes: Uint8Array, flags: Given<typeof captureFlags>): CapturedInput {
  return { bytes, format: flags.from as CapturedInput['format'], request: flags.request };
}
