import type {
  CheckedCertificate,
  CreatedCertificate,
  InspectedCertificate,
  LintedCertificate,
} from '../../credentials/inspect.ts';
import { shellWord } from '../../own-file.ts';
import type { Column, Tone } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { card, type Presentation } from '../presentation.ts';
import { dateText } from '../shown-values.ts';
import { codesOf, countText, findingsText } from './certificate-findings.ts';

export type { CheckedCertificate, CreatedCertificate, InspectedCertificate, LintedCertificate };

const TYPES: Readonly<Record<InspectedCertificate['type'], string>> = {
  seal: 'seal for requests (QSealC)',
  qwac: 'for TLS (QWAC)',
  unknown: 'neither seal nor QWAC',
};

const described: readonly Column<Omit<InspectedCertificate, 'findings'>>[] = [
  { label: 'Subject', value: ({ subject }) => subject },
  { label: 'Issuer', value: ({ issuer }) => issuer },
  { label: 'Serial', kind: 'identifier', value: ({ serial }) => serial, isQuiet: true },
  { label: 'Type', value: ({ type }) => TYPES[type] },
  { label: 'Roles', value: ({ roles }) => (roles.length === 0 ? 'none' : roles.join(', ')) },
  {
    label: 'Organization',
    kind: 'identifier',
    value: ({ organizationIdentifier }) => organizationIdentifier ?? undefined,
  },
  {
    label: 'Authority',
    value: ({ ncaName, ncaId }) => (ncaId === null ? undefined : `${ncaName} (${ncaId})`),
  },
  { label: 'Valid from', kind: 'date', value: ({ notBefore }) => notBefore },
  { label: 'Valid until', kind: 'date', value: ({ notAfter }) => notAfter },
  { label: 'Key', value: ({ keyBits }) => `${keyBits} bits` },
];

export const inspectedCertificate: Presentation<InspectedCertificate> = {
  text: withFindings(card<InspectedCertificate>(described)),
  quiet: card(described).quiet,
};

interface WithFindings {
  readonly findings: LintedCertificate['findings'];
}

/** The card, then each finding. */
function withFindings<Row extends WithFindings>(head: Presentation<Row>): Presentation<Row>['text'] {
  return (row, look) => {
    const findings = findingsText(row.findings, look);
    const above = head.text(row, look);
    return findings === undefined ? above : `${above}\n\n${findings}`;
  };
}

const createdCard = card<CreatedCertificate>([
  { label: 'Certificate', kind: 'identifier', value: ({ files }) => files.certificate },
  { label: 'Private key', kind: 'identifier', value: ({ files }) => files.key },
  { label: 'Chain', kind: 'identifier', value: ({ files }) => files.chain },
  { label: 'PKCS #12', kind: 'identifier', value: ({ files }) => files.pkcs12 },
  { label: 'CA', kind: 'identifier', value: ({ files }) => files.ca },
  ...described,
]);

export const createdCertificate: Presentation<CreatedCertificate> = {
  text: createdCard.text,
  quiet: ({ files }) => [fileOf(files)],
};

function fileOf({ certificate, pkcs12 }: CreatedCertificate['files']): string {
  return harmless(certificate ?? pkcs12 ?? '');
}

const lintedCard = card<LintedCertificate>([
  { label: 'Subject', value: ({ subject }) => subject },
  { label: 'Serial', kind: 'identifier', value: ({ serial }) => serial },
  { label: 'Type', value: ({ type }) => TYPES[type] },
  { label: 'Result', value: ({ findings }) => countText(findings), tone: ({ findings }) => toneOf(findings) },
]);

export const lintedCertificate: Presentation<LintedCertificate> = {
  text: withFindings(lintedCard),
  quiet: ({ findings }) => codesOf(findings),
};

const checkedCard = card<CheckedCertificate>([
  { label: 'Subject', value: ({ subject }) => subject },
  { label: 'Serial', kind: 'identifier', value: ({ serial }) => serial },
  { label: 'Valid from', kind: 'date', value: ({ notBefore }) => notBefore },
  {
    label: 'Valid until',
    value: ({ notAfter, daysLeft }) => `${dateText(notAfter)} (${daysText(daysLeft)})`,
  },
  {
    label: 'Result',
    value: ({ ok }) => (ok ? 'Passed.' : 'Failed.'),
    tone: ({ ok }) => (ok ? 'green' : 'red'),
  },
]);

export const checkedCertificate: Presentation<CheckedCertificate> = {
  text: withFindings(checkedCard),
  quiet: ({ findings }) => codesOf(findings),
};

function daysText(days: number): string {
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} ago`;
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}

function toneOf(findings: LintedCertificate['findings']): Tone {
  return findings.some(({ severity }) => severity === 'error') ? 'red' : 'green';
}

/** What to do with what was made. */
export function nextCommands({ files }: CreatedCertificate): readonly string[] {
  const file = shellWord(fileOf(files));
  const key = files.key === undefined ? '' : ` --key ${shellWord(files.key)}`;
  return [`cert inspect ${file}`, `cert check ${file}${key} --days 30`, `cert keyid ${file}`];
}
