import { CAPTURE_FORMATS } from '../captures/capture.ts';
import { createTextFlag, Flags } from './flags.ts';

const HOW = 'SIGNING';

/** The flags of a signature's options; a profile may set each of them. @see G1-issuer-styles, C-sign-options */
export const signingFlags = {
  'keyid-style': Flags.string({
    description: 'Style of the issuer in keyId: rfc2253 (default), java or openssl.',
    options: ['rfc2253', 'java', 'openssl'],
    helpValue: 'STYLE',
    helpGroup: HOW,
  }),
  'serial-digits': createChoiceFlag(
    'Digits of the serial number in keyId: minimal or even.',
    'minimal',
    'even',
  ),
  'encoded-word': createChoiceFlag(
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
  'digest-algorithm': createChoiceFlag('Hash algorithm for the Digest.', 'SHA-256', 'SHA-512'),
};

function createChoiceFlag(description: string, ...options: string[]) {
  return Flags.string({ description, options, helpValue: options.join('|'), helpGroup: HOW });
}

const CHECKS = 'CHECKS';

/**
 * The flags of `verify` and `verify diff` for reading and checking a captured request.
 * @see C-verify-diff, C-verify-flags
 */
export const verifyFlags = {
  at: createTextFlag(
    "Time to check at: ISO 8601, or `date` for the request's own Date. Default: when the capture says it was sent, or its own Date, or now if Date is in the future.",
    'TIME',
    CHECKS,
  ),
  cert: createTextFlag('Certificate to check with, instead of the one in the request.', 'FILE', CHECKS),
  'passphrase-file': createTextFlag('File with the passphrase for a PKCS#12 --cert.', 'FILE', CHECKS),
  key: createTextFlag(
    'Public key to check with, if there is no certificate: PEM, JWK or JWKS.',
    'FILE',
    CHECKS,
  ),
  ca: createTextFlag(
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
  from: Flags.string({
    description: `Format of the input: ${CAPTURE_FORMATS.join(', ')}. Default: detected.`,
    options: CAPTURE_FORMATS,
    helpValue: 'FORMAT',
    helpGroup: 'INPUT',
  }),
  request: createTextFlag(
    'Which of several requests: its name, its number from 0, or part of its URL.',
    'NAME',
    'INPUT',
  ),
};
