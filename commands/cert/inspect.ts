import { Psd2Command } from '../../src/cli/base-command.ts';
import { certificateArgs, certificateAsked, certificateFlags } from '../../src/cli/certificate-flags.ts';
import { inspectedCertificate } from '../../src/cli/resources/certificate.ts';
import { type InspectedCertificate, inspectCertificate } from '../../src/credentials/inspect.ts';

export default class CertInspect extends Psd2Command<InspectedCertificate> {
  static override summary = "Show what a certificate contains and what's wrong with it.";
  static override description =
    "Reads PEM, DER and PKCS #12, with or without a chain, in any order. Findings are the same as in cert lint, but don't change the exit code here.";
  static override examples = Psd2Command.listExamples({
    "The profile's own certificate": 'cert inspect',
    'A file': 'cert inspect seal.pem',
    'A PKCS #12 file, for a script': 'cert inspect seal.p12 --passphrase-file passphrase.txt --json',
  });
  static override args = certificateArgs;
  static override flags = certificateFlags;

  protected override readonly presentation = inspectedCertificate;

  async run(): Promise<InspectedCertificate> {
    const { args, flags } = await this.parse(CertInspect);
    const asked = await certificateAsked(args, flags, (text) => this.notice(text));
    return inspectCertificate(this.context, asked, { profile: flags.profile });
  }
}
