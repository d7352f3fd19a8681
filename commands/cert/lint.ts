import { type CertificateDescription, describeCertificate } from '../../src/certificates/certificate.ts';
import type { LintFinding } from '../../src/certificates/lint/lint.ts';
import { defineCommand, Flags } from '../../src/cli/command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import {
  certificateArgs,
  createCardWithFindings,
  lintMaterial,
  noticeChain,
  readGivenCertificate,
} from '../../src/credentials/certificate-command.ts';
import { certificateFlags, ROLES, rolesFlag, TYPES } from '../../src/credentials/certificate-flags.ts';

interface LintedCertificate extends Pick<CertificateDescription, 'subject' | 'serial' | 'type'> {
  /** False if at least one finding is an error. */
  readonly ok: boolean;
  readonly findings: readonly LintFinding[];
}

export default defineCommand(
  {
    summary: 'Check a certificate against the rules of ETSI and RFC 5280.',
    description:
      'Covers ETSI TS 119 495, EN 319 412-2 to -5 and RFC 5280, and names the document and clause for each finding. Exits 6 on errors. Warnings alone exit 0.',
    examples: {
      'A file': 'cert lint seal.pem',
      'In a script: require a seal for payments': 'cert lint seal.pem --type seal --role PSP_PI --json',
      'From stdin, with a key': 'cert lint - --key seal.key.pem',
    },
    args: certificateArgs,
    flags: {
      role: Flags.string({
        ...rolesFlag,
        description: `Roles it must have, out of ${ROLES.join(', ')}. Without this flag a missing role is only a warning.`,
      }),
      type: Flags.string({ description: 'The type it must have.', options: ['seal', 'qwac'] }),
      ...certificateFlags,
    },
    presentation: createCardWithFindings<LintedCertificate>([
      ['Subject', 'subject'],
      ['Serial', 'serial', 'identifier'],
      ['Type', ({ type }) => TYPES[type]],
      ['Result', countFindings, 'text', { tone: ({ ok }) => (ok ? 'green' : 'red') }],
    ]),
  },
  async (command, { args, flags }) => {
    const { type: own, ...material } = await readGivenCertificate(command, args, flags);
    noticeChain(command.context, material);
    const roles = flags.role as (typeof ROLES)[number][] | undefined;
    const wanted = (flags.type as 'seal' | 'qwac' | undefined) ?? own;
    const findings = lintMaterial(material, { roles, type: wanted });
    const ok = !findings.some(({ severity }) => severity === 'error');
    if (!ok) command.endWith(EXIT.checkFoundFaults);
    const { subject, serial, type } = describeCertificate(material.leaf);
    return { ok, subject, serial, type, findings };
  },
);

/** Formats the number of findings: `1 fault, 2 warnings.` */
function countFindings({ findings }: LintedCertificate): string {
  const faults = findings.filter(({ severity }) => severity === 'error').length;
  const count = (number: number, what: string) =>
    `${number === 0 ? 'no' : number} ${what}${number === 1 ? '' : 's'}`;
  const text = `${count(faults, 'fault')}, ${count(findings.length - faults, 'warning')}.`;
  return text.replace(/^n/, 'N');
}
