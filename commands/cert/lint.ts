import { lintFile } from '../../src/app/certificates/look.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import {
  certificateArgs,
  certificateAsked,
  certificateFlags,
  type Role,
  wantedFlags,
} from '../../src/cli/certificate-flags.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { type LintedCertificate, lintedCertificate } from '../../src/cli/resources/certificate.ts';

export default class CertLint extends Psd2Command<LintedCertificate> {
  static override summary = 'Hold a certificate to the rules of ETSI and RFC 5280.';
  static override description =
    'ETSI TS 119 495, EN 319 412-2 to -5 and RFC 5280; each finding with its document and clause. Exit 6 when there ' +
    'is a fault; warnings alone are exit 0.';
  static override examples = [
    { description: 'A file', command: '<%= config.bin %> cert lint seal.pem' },
    {
      description: 'For a script: it must be a seal for payments',
      command: '<%= config.bin %> cert lint seal.pem --type seal --role PSP_PI --json',
    },
    { description: 'From stdin, with a key', command: '<%= config.bin %> cert lint - --key seal.key.pem' },
  ];
  static override args = certificateArgs;
  static override flags = { ...wantedFlags, ...certificateFlags };

  protected override readonly presentation = lintedCertificate;

  async run(): Promise<LintedCertificate> {
    const { args, flags } = await this.parse(CertLint);
    const asked = await certificateAsked(args, flags, (text) => this.notice(text));
    const wanted = {
      roles: flags.role as Role[] | undefined,
      type: flags.type as 'seal' | 'qwac' | undefined,
    };
    const linted = await lintFile(this.program, asked, wanted, { profile: flags.profile });
    if (!linted.ok) this.endWith(EXIT.checkFoundFaults);
    return linted;
  }
}
