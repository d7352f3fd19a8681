import { Psd2Command } from '../../src/cli/base-command.ts';
import { certificateArgs, certificateAsked, certificateFlags } from '../../src/cli/certificate-flags.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Flags } from '../../src/cli/flags.ts';
import { checkedCertificate } from '../../src/cli/resources/certificate.ts';
import { type CheckedCertificate, checkCertificate } from '../../src/credentials/inspect.ts';

export default class CertCheck extends Psd2Command<CheckedCertificate> {
  static override summary = 'Check that a certificate stays valid for a number of days.';
  static override description =
    "Made for CI. Exits 6 if the certificate expires within that many days, has expired or isn't valid yet, or if the private key doesn't match it. For everything else, use cert lint.";
  static override examples = Psd2Command.listExamples({
    "The profile's own certificate": 'cert check --days 30',
    'A file and its key, every night': 'cert check seal.pem --key seal.key.pem --days 45 --json',
  });
  static override args = certificateArgs;
  static override flags = {
    days: Flags.integer({
      description: 'Number of days it must stay valid.',
      default: 30,
      min: 0,
      max: 36_500,
      helpValue: 'N',
    }),
    ...certificateFlags,
  };

  protected override readonly presentation = checkedCertificate;

  async run(): Promise<CheckedCertificate> {
    const { args, flags } = await this.parse(CertCheck);
    const asked = await certificateAsked(args, flags, (text) => this.notice(text));
    const checked = await checkCertificate(this.context, asked, flags.days, { profile: flags.profile });
    if (!checked.ok) this.endWith(EXIT.checkFoundFaults);
    return checked;
  }
}
