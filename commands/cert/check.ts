import { type CertificateDescription, describeCertificate } from '../../src/certificates/certificate.ts';
import type { LintCode, LintFinding } from '../../src/certificates/lint/lint.ts';
import { defineCommand, Flags } from '../../src/cli/command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { formatDate } from '../../src/cli/format-values.ts';
import { getTime } from '../../src/clock.ts';
import { DAY_MS } from '../../src/core/units.ts';
import {
  certificateArgs,
  createCardWithFindings,
  lintMaterial,
  readGivenCertificate,
} from '../../src/credentials/certificate-command.ts';
import { certificateFlags } from '../../src/credentials/certificate-flags.ts';

interface CheckedCertificate
  extends Pick<CertificateDescription, 'subject' | 'serial' | 'notBefore' | 'notAfter'> {
  readonly ok: boolean;
  /** Whole days until the certificate expires; negative after expiry. */
  readonly daysLeft: number;
  readonly findings: readonly LintFinding[];
}

/** The findings that make a certificate unusable, and fail the check in CI. */
const CHECKED: readonly LintCode[] = [
  'key-mismatch',
  'certificate-expired',
  'certificate-not-yet-valid',
  'certificate-expires-soon',
  'validity-order',
];

export default defineCommand(
  {
    summary: 'Check that a certificate stays valid for a number of days.',
    description:
      "Made for CI. Exits 6 if the certificate expires within that many days, has expired or isn't valid yet, or if the private key doesn't match it. For everything else, use cert lint.",
    examples: {
      "The profile's own certificate": 'cert check --days 30',
      'A file and its key, every night': 'cert check seal.pem --key seal.key.pem --days 45 --json',
    },
    args: certificateArgs,
    flags: {
      days: Flags.integer({
        description: 'Number of days it must stay valid.',
        default: 30,
        min: 0,
        max: 36_500,
        helpValue: 'N',
      }),
      ...certificateFlags,
    },
    presentation: createCardWithFindings<CheckedCertificate>([
      ['Subject', 'subject'],
      ['Serial', 'serial', 'identifier'],
      ['Valid from', 'notBefore', 'date'],
      ['Valid until', ({ notAfter, daysLeft }) => `${formatDate(notAfter)} (${describeDays(daysLeft)})`],
      [
        'Result',
        ({ ok }) => (ok ? 'Passed.' : 'Failed.'),
        'text',
        { tone: ({ ok }) => (ok ? 'green' : 'red') },
      ],
    ]),
  },
  async (command, { args, flags }) => {
    const material = await readGivenCertificate(command, args, flags);
    const at = getTime();
    const findings = lintMaterial(material, { days: flags.days, at })
      .filter(({ code }) => CHECKED.includes(code))
      .map((finding) => ({ ...finding, severity: 'error' as const }));
    const ok = findings.length === 0;
    if (!ok) command.endWith(EXIT.checkFoundFaults);
    const { subject, serial, notBefore, notAfter } = describeCertificate(material.leaf);
    const daysLeft = Math.floor((material.leaf.notAfter - at) / DAY_MS);
    return { ok, subject, serial, notBefore, notAfter, daysLeft, findings };
  },
);

function describeDays(days: number): string {
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} ago`;
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}
