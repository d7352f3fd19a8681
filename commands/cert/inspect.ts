import { type CertificateDescription, describeCertificate } from '../../src/certificates/certificate.ts';
import type { LintFinding } from '../../src/certificates/lint/lint.ts';
import { createCard, defineCommand } from '../../src/cli/command.ts';
import {
  certificateArgs,
  createCardWithFindings,
  lintMaterial,
  noticeChain,
  readGivenCertificate,
} from '../../src/credentials/certificate-command.ts';
import { certificateFlags, describedColumns } from '../../src/credentials/certificate-flags.ts';

interface InspectedCertificate extends CertificateDescription {
  readonly findings: readonly LintFinding[];
}

/** @see C-cert-inspect */
export default defineCommand(
  {
    summary: "Show what a certificate contains and what's wrong with it.",
    description:
      "Reads PEM, DER and PKCS #12, with or without a chain, in any order. Findings are the same as in cert lint, but don't change the exit code here.",
    examples: {
      "The profile's own certificate": 'cert inspect',
      'A file': 'cert inspect seal.pem',
      'A PKCS #12 file, for a script': 'cert inspect seal.p12 --passphrase-file passphrase.txt --json',
    },
    args: certificateArgs,
    flags: certificateFlags,
    presentation: createCardWithFindings<InspectedCertificate>(
      describedColumns,
      createCard(describedColumns).quiet,
    ),
  },
  async (command, { args, flags }) => {
    const { type, ...material } = await readGivenCertificate(command, args, flags);
    noticeChain(command.context, material);
    return { ...describeCertificate(material.leaf), findings: lintMaterial(material, { type }) };
  },
);
