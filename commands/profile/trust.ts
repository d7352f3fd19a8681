import { Psd2Command } from '../../src/cli/base-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { trustedCertificate } from '../../src/cli/resources/profile.ts';
import { type TrustedCertificate, trustCertificate } from '../../src/profiles/profiles.ts';

export default class ProfileTrust extends Psd2Command<TrustedCertificate> {
  static override summary = "Trust a bank's new certificate for signed answers.";
  static override description =
    'The certificate of the first signed answer is remembered. When an answer has a different one, psd2 stops with ANSWER_UNTRUSTED and shows both fingerprints. Once the bank has told you that the new one is its own, trust it here. psd2 profile show shows the current one.';
  static override examples = Psd2Command.listExamples({
    'The fingerprint that the bank has confirmed':
      'profile trust 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --profile mybank',
  });
  static override args = {
    fingerprint: Args.string({
      description: 'SHA-256 of the certificate: 64 hexadecimal digits, with or without colons.',
      required: true,
    }),
  };

  protected override readonly presentation = trustedCertificate;

  async run(): Promise<TrustedCertificate> {
    const { args, flags } = await this.parse(ProfileTrust);
    return trustCertificate(this.context, { profile: flags.profile }, args.fingerprint);
  }
}
