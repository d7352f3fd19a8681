import type {
  CheckedCertificate,
  CreatedCertificate,
  InspectedCertificate,
  LintedCertificate,
  ShownKeyIds,
} from '../../credentials/inspect.ts';
import { shellWord } from '../../own-file.ts';
import { type Columns, QUIET } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { widthOf, wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { card, type Presentation } from '../presentation.ts';
import { dateText, withDates } from '../shown-values.ts';

const TYPES: Readonly<Record<InspectedCertificate['type'], string>> = {
  seal: 'seal for requests (QSealC)',
  qwac: 'for TLS (QWAC)',
  unknown: 'neither seal nor QWAC',
};

const described: Columns<Omit<InspectedCertificate, 'findings'>> = [
  ['Subject', 'subject'],
  ['Issuer', 'issuer'],
  ['Serial', 'serial', 'identifier', QUIET],
  ['Type', ({ type }) => TYPES[type]],
  ['Roles', ({ roles }) => (roles.length === 0 ? 'none' : roles.join(', '))],
  ['Organization', ({ organizationIdentifier }) => organizationIdentifier ?? undefined, 'identifier'],
  ['Authority', ({ ncaName, ncaId }) => (ncaId === null ? undefined : `${ncaName} (${ncaId})`)],
  ['Valid from', 'notBefore', 'date'],
  ['Valid until', 'notAfter', 'date'],
  ['Key', ({ keyBits }) => `${keyBits} bits`],
];

interface WithFindings {
  readonly findings: LintedCertificate['findings'];
}

type Finding = LintedCertificate['findings'][number];

/** Shows the card, then each finding; by default `--quiet` prints the codes of the findings. */
function withFindings<Row extends WithFindings>(
  head: Presentation<Row>,
  quiet = ({ findings }: Row): readonly string[] =>
    findings.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`)),
): Presentation<Row> {
  const text = (row: Row, look: Look) =>
    [head.text(row, look), ...row.findings.map((finding) => findingText(finding, look))].join('\n\n');
  return { text, quiet };
}

/** Shows a finding with its rule, and what to do. */
function findingText({ code, cause, severity, message, remedy, reference }: Finding, look: Look): string {
  const word = severity === 'error' ? look.paint.red('Fault') : 'Warning';
  const name = cause === undefined ? code : `${code}, ${cause}`;
  const indented = (text: string) =>
    wrap(harmless(text), look.width - INDENT.length).map((line) => INDENT + line);
  return [
    `${word}: ${look.paint.bold(name)}`,
    ...[...indented(withDates(message)), ...indented(remedy)],
    ...indented(reference).map(look.paint.dim),
  ].join('\n');
}

const INDENT = '  ';

const inspectedCard = card<InspectedCertificate>(described);
export const inspectedCertificate = withFindings(inspectedCard, inspectedCard.quiet);

const createdCard = card<CreatedCertificate>([
  ['Certificate', ({ files }) => files.certificate, 'identifier'],
  ['Private key', ({ files }) => files.key, 'identifier'],
  ['Chain', ({ files }) => files.chain, 'identifier'],
  ['PKCS #12', ({ files }) => files.pkcs12, 'identifier'],
  ['CA', ({ files }) => files.ca, 'identifier'],
  ...described,
]);

export const createdCertificate: Presentation<CreatedCertificate> = {
  text: createdCard.text,
  quiet: ({ files }) => [readFile(files)],
};

function readFile({ certificate, pkcs12 }: CreatedCertificate['files']): string {
  return harmless(certificate ?? pkcs12 ?? '');
}

export const lintedCertificate = withFindings(
  card<LintedCertificate>([
    ['Subject', 'subject'],
    ['Serial', 'serial', 'identifier'],
    ['Type', ({ type }) => TYPES[type]],
    ['Result', countFindings, 'text', { tone: ({ findings }) => (countFaults(findings) ? 'red' : 'green') }],
  ]),
);

function countFaults(findings: readonly Finding[]): number {
  return findings.filter(({ severity }) => severity === 'error').length;
}

/** `1 fault, 2 warnings.` */
function countFindings({ findings }: LintedCertificate): string {
  const faults = countFaults(findings);
  const count = (number: number, what: string) =>
    `${number === 0 ? 'no' : number} ${what}${number === 1 ? '' : 's'}`;
  const text = `${count(faults, 'fault')}, ${count(findings.length - faults, 'warning')}.`;
  return text.replace(/^n/, 'N');
}

export const checkedCertificate = withFindings(
  card<CheckedCertificate>([
    ['Subject', 'subject'],
    ['Serial', 'serial', 'identifier'],
    ['Valid from', 'notBefore', 'date'],
    ['Valid until', ({ notAfter, daysLeft }) => `${dateText(notAfter)} (${describeDays(daysLeft)})`],
    [
      'Result',
      ({ ok }) => (ok ? 'Passed.' : 'Failed.'),
      'text',
      { tone: ({ ok }) => (ok ? 'green' : 'red') },
    ],
  ]),
);

function describeDays(days: number): string {
  if (days < 0) return `${-days} ${days === -1 ? 'day' : 'days'} ago`;
  return `${days} ${days === 1 ? 'day' : 'days'} left`;
}

/** What to do with what was made. */
export function nextCommands({ files }: CreatedCertificate): readonly string[] {
  const file = shellWord(readFile(files));
  const key = files.key === undefined ? '' : ` --key ${shellWord(files.key)}`;
  return [`cert inspect ${file}`, `cert check ${file}${key} --days 30`, `cert keyid ${file}`];
}

type Style = keyof ShownKeyIds['styles'];

const STYLES: readonly Style[] = ['rfc2253', 'java', 'openssl'];
const LABEL_WIDTH = 'rfc2253'.length + 2;

/**
 * Each keyId on a line of its own, whole, so that it can be copied; then the parts of the issuer in which the styles
 * differ.
 */
export const shownKeyIds: Presentation<ShownKeyIds> = {
  text: ({ serial, styles }, look) => {
    const lines = [
      labelled('Serial', serial.hex, look),
      labelled('Decimal', serial.decimal, look),
      ...STYLES.map((style) => keyIdLine(style, styles, look)),
      '',
    ];
    const differing = findDifferences(styles);
    if (differing.length === 0) return [...lines, 'All styles are identical.'].join('\n');
    const parts = differing.map((part) =>
      STYLES.map((style, place) => labelled(style, harmless(part[place] ?? ''), look)).join('\n'),
    );
    return [...lines, look.paint.bold('Differences'), parts.join('\n\n')].join('\n');
  },
  quiet: ({ styles }) => [harmless(styles.rfc2253)],
};

/**
 * What has no room beside its label goes below it, whole.
 * @param painted the text in colour
 * @see C-identifier-whole
 */
function labelled(label: string, text: string, { paint, width }: Look, painted = text): string {
  if (LABEL_WIDTH + widthOf(text) > width) return `${paint.dim(label)}\n${painted}`;
  return `${paint.dim(label.padEnd(LABEL_WIDTH))}${painted}`;
}

/** A style that is like the first one says so; in another the parts that differ stand out. */
function keyIdLine(style: Style, styles: ShownKeyIds['styles'], look: Look): string {
  if (style !== 'rfc2253' && styles[style] === styles.rfc2253) {
    return labelled(style, 'the same as rfc2253', look);
  }
  const first = splitParts(styles.rfc2253);
  const own = splitParts(styles[style]).map((part) => harmless(part));
  const painted = own.map((part, place) =>
    part === harmless(first[place] ?? '') ? part : look.paint.bold(part),
  );
  return labelled(style, own.join(','), look, painted.join(','));
}

/** The parts of the issuer that are not the same in all styles, in the order of the styles. */
function findDifferences(styles: ShownKeyIds['styles']): readonly string[][] {
  const parts = STYLES.map((style) => splitParts(styles[style]));
  const longest = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => parts.map((own) => own[place] ?? '')).filter(
    (ofPlace) => new Set(ofPlace).size > 1,
  );
}

/** What stands between commas that no backslash escapes; the first part is the serial number. */
function splitParts(keyId: string): string[] {
  return keyId.match(/(?:\\.|[^\\,])+/gs) ?? [];
}
