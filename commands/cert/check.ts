import { checkCertificate } from '../../src/app/certificates/look.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { certificateArgs, certificateAsked, certificateFlags } from '../../src/cli/certificate-flags.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Flags } from '../../src/cli/flags.ts';
import { type CheckedCertificate, checkedCertificate } from '../../src/cli/resources/certificate.ts';

export default class CertCheck extends Psd2Command<CheckedCertificate> {
  static override summary = 'Check for CI that a certificate is still valid for some days.';
  static override description =
    'Exit 6 when it ends within the days, has ended, has not begun, or when the private key is not its own. cert lint ' +
    'looks at everything else.';
  static override examples = [
    { description: "The profile's own", command: '<%= config.bin %> cert check --days 30' },
    {
      description: 'A file and its key, every night',
      command: '<%= config.bin %> cert check seal.pem --key seal.key.pem --days 45 --json',
    },
  ];
  static override args = certificateArgs;
  static override flags = {
    days: Flags.integer({
      description: 'Days that it must still be valid.',
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
    const checked = await checkCertificate(this.program, asked, flags.days, { profile: flags.profile });
    if (!checked.ok) this.endWith(EXIT.checkFoundFaults);
    return checked;
  }
}
