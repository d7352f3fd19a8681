import { Psd2Command } from '../../src/cli/base-command.ts';
import { certificateInput, issueFlags } from '../../src/cli/certificate-flags.ts';
import { createdCertificate, nextCommands } from '../../src/cli/resources/certificate.ts';
import type { CreatedCertificate } from '../../src/credentials/inspect.ts';
import { createCertificate } from '../../src/credentials/issue.ts';

export default class CertCreate extends Psd2Command<CreatedCertificate> {
  static override summary = 'Create a key and a test certificate: a seal or a QWAC.';
  static override description =
    "The profile's own CA issues it. The CA is created on first use, and only the bank in this program trusts it. Writes NAME.pem, NAME.key.pem and NAME.chain.pem, or NAME.p12. Existing files are never overwritten.";
  static override examples = Psd2Command.listExamples({
    'A seal in this folder': 'cert create',
    'A QWAC for mutual TLS, in its own folder': 'cert create --type qwac --san tpp.example --out certs/',
    'An expired seal, for account information only':
      'cert create --roles PSP_AI --not-before 2024-01-01 --not-after 2025-01-01 --out old',
    'As PKCS #12': 'cert create --format p12 --passphrase-file passphrase.txt --out acme',
  });
  static override flags = issueFlags;

  protected override readonly presentation = createdCertificate;

  async run(): Promise<CreatedCertificate> {
    const { flags } = await this.parse(CertCreate);
    const created = await createCertificate(this.context, certificateInput(flags), {
      profile: flags.profile,
    });
    this.next(nextCommands(created));
    return created;
  }
}
