import { type CertificateDescription, describeCertificate } from '../../src/certificates/certificate.ts';
import type { LintFinding } from '../../src/certificates/lint/lint.ts';
import { createCard } from '../../src/cli/presentation.ts';
import { CertificateCommand, createCardWithFindings } from '../../src/credentials/certificate-command.ts';
import { certificateFlags, describedColumns } from '../../src/credentials/certificate-flags.ts';

interface InspectedCertificate extends CertificateDescription {
  readonly findings: readonly LintFinding[];
}

/** @see C-cert-inspect */
export default class CertInspect extends CertificateCommand<InspectedCertificate> {
  static override summary = "Show what a certificate contains and what's wrong with it.";
  static override description =
    "Reads PEM, DER and PKCS #12, with or without a chain, in any order. Findings are the same as in cert lint, but don't change the exit code here.";
  static override examples = CertificateCommand.listExamples({
    "The profile's own certificate": 'cert inspect',
    'A file': 'cert inspect seal.pem',
    'A PKCS #12 file, for a script': 'cert inspect seal.p12 --passphrase-file passphrase.txt --json',
  });
  static override flags = certificateFlags;

  protected override readonly presentation = createCardWithFindings<InspectedCertificate>(
    describedColumns,
    createCard(describedColumns).quiet,
  );

  async run(): Promise<InspectedCertificate> {
    const { args, flags } = await this.parse(CertInspect);
    const { type, ...material } = await this.readCertificate(args, flags);
    this.noticeChain(material);
    return { ...describeCertificate(material.leaf), findings: this.lint(material, { type }) };
  }
}
