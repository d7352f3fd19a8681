import type {
  CheckedCertificate,
  CreatedCertificate,
  InspectedCertificate,
  LintedCertificate,
} from '../../app/certificates/shapes.ts';
import { shellWord } from '../../own-file.ts';
import { harmless } from '../foreign-text.ts';
import { type Column, card, type Presentation } from '../presentation.ts';
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
  { label: 'Serial', value: ({ serial }) => serial, isId: true },
  { label: 'Type', value: ({ type }) => TYPES[type] },
  { label: 'Roles', value: ({ roles }) => (roles.length === 0 ? 'none' : roles.join(', ')) },
  { label: 'Organization', value: ({ organizationIdentifier }) => organizationIdentifier ?? undefined },
  {
    label: 'Authority',
    value: ({ ncaName, ncaId }) => (ncaId === null ? undefined : `${ncaName} (${ncaId})`),
  },
  { label: 'Valid from', value: ({ notBefore }) => notBefore },
  { label: 'Valid until', value: ({ notAfter }) => notAfter },
  { label: 'Key', value: ({ keyBits }) => `${keyBits} bits` },
];

export const inspectedCertificate: Presentation<InspectedCertificate> = {
  text: withFindings(card<InspectedCertificate>(described)),
  ids: card(described).ids,
};

interface WithFindings {
  readonly findings: LintedCertificate['findings'];
}

/** The card, then each finding. */
function withFindings<Row extends WithFindings>(head: Presentation<Row>): Presentation<Row>['text'] {
  return async (row, look) => {
    const findings = findingsText(row.findings, look);
    const above = await head.text(row, look);
    return findings === undefined ? above : `${above}\n\n${findings}`;
  };
}

const createdCard = card<CreatedCertificate>([
  { label: 'Certificate', value: ({ files }) => files.certificate },
  { label: 'Private key', value: ({ files }) => files.key },
  { label: 'Chain', value: ({ files }) => files.chain },
  { label: 'PKCS #12', value: ({ files }) => files.pkcs12 },
  { label: 'CA', value: ({ files }) => files.ca },
  ...described,
]);

export const createdCertificate: Presentation<CreatedCertificate> = {
  text: createdCard.text,
  ids: ({ files }) => [fileOf(files)],
};

function fileOf({ certificate, pkcs12 }: CreatedCertificate['files']): string {
  return harmless(certificate ?? pkcs12 ?? '');
}

const lintedCard = card<LintedCertificate>([
  { label: 'Subject', value: ({ subject }) => subject },
  { label: 'Serial', value: ({ serial }) => serial },
  { label: 'Type', value: ({ type }) => TYPES[type] },
  { label: 'Result', value: ({ findings }) => countText(findings) },
]);

export const lintedCertificate: Presentation<LintedCertificate> = {
  text: withFindings(lintedCard),
  ids: ({ findings }) => codesOf(findings),
};

const checkedCard = card<CheckedCertificate>([
  { label: 'Subject', value: ({ subject }) => subject },
  { label: 'Serial', value: ({ serial }) => serial },
  { label: 'Valid from', value: ({ notBefore }) => notBefore },
  { label: 'Valid until', value: ({ notAfter, daysLeft }) => `${notAfter} (${daysText(daysLeft)})` },
  { label: 'Result', value: ({ ok }) => (ok ? 'Passed.' : 'Failed.') },
]);

export const checkedCertificate: Presentation<CheckedCertificate> = {
  text: withFindings(checkedCard),
  ids: ({ findings }) => codesOf(findings),
};

function daysText(days: number): string {
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} ago`;
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}

/** What to do with what was made. */
export function nextCommands(bin: string, { files }: CreatedCertificate): string {
  const file = fileOf(files);
  const key = files.key === undefined ? '' : ` --key ${shellWord(files.key)}`;
  return [
    'Next:',
    `  ${bin} cert inspect ${shellWord(file)}`,
    `  ${bin} cert check ${shellWord(file)}${key} --days 30`,
    `  ${bin} cert keyid ${shellWord(file)}`,
  ].join('\n');
}
