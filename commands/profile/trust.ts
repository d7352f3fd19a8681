import { Args, createCard, defineCommand, QUIET } from '../../src/cli/command.ts';
import { getTime } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { openSettings } from '../../src/settings/precedence.ts';

interface TrustedCertificate {
  readonly profile: string;
  /** The origin of the bank that signs with the certificate. */
  readonly origin: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The fingerprint that this one replaces. */
  readonly before?: string;
}

/** @see C-profile-trust */
export default defineCommand(
  {
    summary: "Trust a bank's new certificate for signed answers.",
    description:
      'The certificate of the first signed answer is remembered. When an answer has a different one, psd2 stops with ANSWER_UNTRUSTED and shows both fingerprints. Once the bank has told you that the new one is its own, trust it here. psd2 profile show shows the current one.',
    examples: {
      'The fingerprint that the bank has confirmed':
        'profile trust 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --profile mybank',
    },
    args: {
      fingerprint: Args.string({
        description: 'SHA-256 of the certificate: 64 hexadecimal digits, with or without colons.',
        required: true,
      }),
    },
    presentation: createCard<TrustedCertificate>([
      ['Profile', 'profile'],
      ['Bank', 'origin', 'identifier'],
      ['Trusted (SHA-256)', 'sha256', 'identifier', QUIET],
      ['Before (SHA-256)', 'before', 'identifier'],
    ]),
  },
  async ({ context: { surroundings, io } }, { args, flags }) => {
    const sha256 = parseFingerprint(args.fingerprint);
    const { home, profile } = openSettings(surroundings, { profile: flags.profile });
    if (profile.bank === 'embedded') {
      const text = `Profile ${profile.name} is the bank in this program, whose answers aren't signed.`;
      throw new Fault('USAGE', text, { hint: 'To see the other profiles: psd2 profile list' });
    }
    const { origin } = new URL(profile.remote.baseUrl);
    const { ledger: file } = makeProfileFolder(home, profile.name, surroundings.uid);
    const { openLedgerFile } = await import('../../src/session/ledger.ts');
    const ledger = openLedgerFile(file, io.reportUnexpected);
    try {
      const before = await ledger.replacePin(origin, { fingerprint: sha256, at: getTime() });
      return { profile: profile.name, origin, sha256, before: before?.fingerprint };
    } finally {
      await ledger.end();
    }
  },
);

/**
 * Parses a fingerprint in psd2's own form, or in OpenSSL's `AB:CD…` after `SHA256 Fingerprint=`.
 * @throws Fault USAGE
 */
function parseFingerprint(typed: string): string {
  const digits = typed.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits) || /^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$/.test(digits))
    return digits.replaceAll(':', '');
  const text = `${JSON.stringify(typed)} isn't a SHA-256 fingerprint, which has 64 hexadecimal digits.`;
  throw new Fault('USAGE', text, {
    hint: 'Copy it whole from the error or from the bank. With OpenSSL: openssl x509 -fingerprint -sha256',
  });
}
