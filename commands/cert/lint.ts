import { Psd2Command } from '../../src/cli/base-command.ts';
import {
  certificateArgs,
  certificateAsked,
  certificateFlags,
  type Role,
  wantedFlags,
} from '../../src/cli/certificate-flags.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { lintedCertificate } from '../../src/cli/resources/certificate.ts';
import { type LintedCertificate, lintFile } from '../../src/credentials/inspect.ts';

export default class CertLint extends Psd2Command<LintedCertificate> {
  static override summary = 'Check a certificate against the rules of ETSI and RFC 5280.';
  static override description =
    'Covers ETSI TS 119 495, EN 319 412-2 to -5 and RFC 5280, and names the document and clause for each finding. Exits 6 on errors. Warnings alone exit 0.';
  static override examples = Psd2Command.listExamples({
    'A file': 'cert lint seal.pem',
    'In a script: require a seal for payments': 'cert lint seal.pem --type seal --role PSP_PI --json',
    'From stdin, with a key': 'cert lint - --key seal.key.pem',
  });
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
    const linted = await lintFile(this.context, asked, wanted, { profile: flags.profile });
    if (!linted.ok) this.endWith(EXIT.checkFoundFaults);
    return linted;
  }
}
