import { Fault } from '../errors.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { SignerFiles } from '../signatures/report.ts';
import { Flags } from './flags.ts';

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
  'serial-digits': Flags.string({
    description: 'Digits of the serial number in keyId: minimal or even.',
    options: ['minimal', 'even'],
    helpValue: 'minimal|even',
    helpGroup: HOW,
  }),
  'encoded-word': Flags.string({
    description: "When to encode Signature as one RFC 2047 word. auto: only if it isn't ASCII.",
    options: ['auto', 'always', 'never'],
    helpValue: 'auto|always|never',
    helpGroup: HOW,
  }),
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
  'digest-algorithm': Flags.string({
    description: 'Hash algorithm for the Digest.',
    options: ['SHA-256', 'SHA-512'],
    helpValue: 'SHA-256|SHA-512',
    helpGroup: HOW,
  }),
};

/** A key and a certificate in place of the profile's. @see C-sign-files */
export const signerFlags = {
  cert: Flags.string({
    description: "Certificate: PEM, DER or PKCS#12. Default: the profile's.",
    helpValue: 'FILE',
    helpGroup: WITH,
  }),
  key: Flags.string({
    description: 'Its private key, unless --cert is a PKCS#12 file.',
    helpValue: 'FILE',
    helpGroup: WITH,
  }),
  'passphrase-file': Flags.string({
    description: "File with the key's passphrase. Default: PSD2_PASSPHRASE.",
    helpValue: 'FILE',
    helpGroup: WITH,
  }),
};

interface GivenSigning {
  readonly profile?: string | undefined;
  readonly 'keyid-style'?: string | undefined;
  readonly 'serial-digits'?: string | undefined;
  readonly 'encoded-word'?: string | undefined;
  readonly 'request-target'?: boolean | undefined;
  readonly 'empty-body-digest'?: boolean | undefined;
  readonly 'digest-algorithm'?: string | undefined;
}

export function signingSettings(flags: GivenSigning): GivenFlags {
  return {
    profile: flags.profile,
    keyIdStyle: flags['keyid-style'],
    serialDigits: flags['serial-digits'],
    encodedWord: flags['encoded-word'],
    requestTarget: flags['request-target'],
    emptyBodyDigest: flags['empty-body-digest'],
    digestAlgorithm: flags['digest-algorithm'],
  };
}

interface GivenSigner {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly 'passphrase-file'?: string | undefined;
}

/** @throws Fault USAGE for a key without its certificate */
export function signerFiles(flags: GivenSigner): SignerFiles | undefined {
  const { cert: certificate, key, 'passphrase-file': passphraseFile } = flags;
  if (certificate !== undefined) return { certificate, key, passphraseFile };
  if (key === undefined) return undefined;
  throw new Fault('USAGE', '--key only works with --cert.', {
    hint: "Add --cert with the key's certificate. Its serial number and issuer form the keyId.",
  });
}
