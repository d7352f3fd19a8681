import type { Tone } from '../cli/columns.ts';
import { formatDate } from '../cli/format-values.ts';
import { measureWidth, wrap } from '../cli/layout.ts';
import { type OutputStyle, PLAIN } from '../cli/output-style.ts';
import { createCard, createTable, type Presentation } from '../cli/presentation.ts';
import { sanitizeForTerminal, sanitizeJson } from '../cli/sanitize.ts';
import { formatCount } from '../values/duration.ts';
import {
  BLANK,
  formatBodyDifference,
  formatDifference,
  showWhitespace,
  splitLines,
} from './difference-text.ts';
import type { ShownComparison, ShownFinding, ShownVerification } from './report.ts';

/** The output formats of `verify`. @see C-verify-share */
export const REPORT_FORMATS = ['text', 'markdown'] as const;

export interface Report {
  readonly format: (typeof REPORT_FORMATS)[number];
  /** True if each check is listed. */
  readonly listsChecks: boolean;
}

/**
 * Creates the view of a verification: the verdict, each finding with its position and remedy, the number of passed
 * checks, and the signing string.
 * @see C-verify, C-verify-report, C-verify-visible, C-verify-gallery
 */
export function createVerificationView({ format, listsChecks }: Report): Presentation<ShownVerification> {
  return {
    text: (shown, look) =>
      format === 'markdown' ? formatMarkdown(shown, listsChecks) : formatText(shown, listsChecks, look),
    quiet: ({ verdict }) => [verdict],
  };
}

function formatText(shown: ShownVerification, listsChecks: boolean, look: OutputStyle): string {
  const { findings, signingString, request } = shown;
  const { paint, width } = look;
  const dimmed = (text: string) => wrap(text, width).map(paint.dim);
  const parts = [
    [head.text(shown, look)],
    ...findings.map((finding, index) => [formatFinding(removeExpected(finding, shown), index + 1, look)]),
    listsChecks ? [formatChecks(shown, look)] : wrap(describePassed(shown), width),
    signingString === null
      ? []
      : [
          ...dimmed(describeSigningString(signingString, shown)),
          ...splitLines(signingString).map((line) => `  ${showWhitespace(line)}`),
        ],
    // The redacted report has the body's shape in place of the body. @see C-verify-share
    request.body === undefined
      ? []
      : [
          ...dimmed(STRUCK_LEGEND),
          ...(request.bodyBytes === 0 ? [] : [paint.dim('Body'), formatBody(request.body)]),
        ],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const head = createCard<ShownVerification>([
  ['Verdict', 'verdict', 'identifier', { tone: getTone }],
  ['Request', (shown) => `${describeSubject(shown)}, ${describeBody(shown)} (${shown.request.format})`],
  [
    'Certificate',
    ({ certificate }) => (certificate === null ? 'none' : `${certificate.serial} of ${certificate.issuer}`),
  ],
  ['Checked at', ({ at }) => `${formatDate(at)}, which is ${new Date(at).toUTCString()}`],
]);

function getTone({ valid }: Pick<ShownVerification, 'valid'>): Tone {
  return valid ? 'green' : 'red';
}

/** Formats a finding's title: `signature-invalid, cause crlf`, with the header that it is about. */
function formatTitle({ code, cause, header }: ShownFinding): string {
  return [code, cause && `cause ${cause}`, header && `header ${header}`].filter(Boolean).join(', ');
}

/** Describes the verified message by method and target, if any. */
function describeSubject({ request: { method, target, format } }: ShownVerification): string {
  if (format === 'answer') return "a bank's answer";
  return method === '' ? 'without a request line' : `${method} ${target}`;
}

function describeBody({ request: { bodyBytes } }: ShownVerification): string {
  return bodyBytes === 0 ? 'without a body' : `body of ${bodyBytes} bytes`;
}

/** Describes the signing string. @param text the signing string; the length of a redacted one means nothing */
function describeSigningString(text: string, { request }: ShownVerification): string {
  const lines = splitLines(text).length;
  const length = request.body === undefined ? `, ${text.length} bytes` : '';
  return `Signing string, ${formatCount(lines, 'line')}${length} (${BLANK} is a space, \\n a line end)`;
}

/** The legend of redacted texts. @see C-verify-share */
const STRUCK_LEGEND =
  'Values are struck out: <9> stands for 9 characters, x and 9 for letters and digits of the body.';

/** Formats the body's shape in a redacted report. */
function formatBody(body: unknown): string {
  return typeof body === 'string' ? body : sanitizeJson(body);
}

/**
 * Removes the expected string of a finding if it is the signing string and no found one is compared with it: the report
 * ends with it anyway.
 */
function removeExpected(finding: ShownFinding, shown: ShownVerification): ShownFinding {
  const { expected: _, ...rest } = finding;
  return hasOnlySigningString(finding, shown) ? rest : finding;
}

/** Returns true if a finding expects the signing string, and what was signed instead is unknown. */
function hasOnlySigningString(
  { expected, found }: ShownFinding,
  { signingString }: ShownVerification,
): boolean {
  return found === undefined && expected === signingString;
}

/** Formats a finding with its name, fault, position and remedy. */
function formatFinding(
  finding: ShownFinding,
  place: number,
  { width, paint }: OutputStyle,
  legend?: string,
): string {
  const { severity, message, remedy, expected, found, difference } = finding;
  const kind = severity === 'error' ? '(fault)' : '(warning)';
  const number = `${place}. `;
  const indent = ' '.repeat(number.length);
  const paragraph = (text: string) =>
    wrap(sanitizeForTerminal(text), width - indent.length).map((line) => indent + line);
  const named = paint[severity === 'error' ? 'red' : 'bold'];
  const titleLines = wrap(`${formatTitle(finding)} ${kind}`, width - indent.length).map((line) => {
    const name = line.endsWith(kind) ? line.slice(0, -kind.length).trimEnd() : line;
    const rest = line.slice(name.length);
    return name === '' ? rest.trimStart() : named(name) + rest;
  });
  const within = indent.length + 2;
  return [
    number + titleLines.join(`\n${indent}`),
    ...paragraph(message),
    ...formatSuspects(finding, width - within).map((line) => `${indent}${line}`),
    ...[
      ...formatDifference(expected, found, paint, width - within, difference === undefined, legend),
      ...(difference === undefined ? [] : formatBodyDifference(difference, paint, width - within)),
    ].map((line) => `${indent}  ${line}`),
    ...paragraph(`Remedy: ${remedy}`).map(paint.bold),
  ].join('\n');
}

/** Formats the suspected causes. @see G3-never-false */
function formatSuspects({ suspects = [] }: ShownFinding, width: number): string[] {
  if (suspects.length === 0) return [];
  const listed = suspects.flatMap(({ header, reason }) => {
    const [first = '', ...more] = wrap(sanitizeForTerminal(header ? `${header}: ${reason}` : reason), width);
    return [`- ${first}`, ...more.map((line) => `  ${line}`)];
  });
  return [...wrap('Not proved. Likeliest first:', width), ...listed];
}

const CHECK_STATES = { pass: 'pass', warning: 'warning', fault: 'fault', 'not-checked': 'not checked' };
const CHECK_TONES = { pass: 'dim', warning: 'bold', fault: 'red', 'not-checked': 'dim' } as const;

const GAP = 2;
/** The minimum width of details beside the names; narrower ones go below. */
const LEAST_DETAIL = 20;

/** Formats a line for each check. @see C-verify-report */
function formatChecks({ checks }: ShownVerification, { width, paint }: OutputStyle): string {
  const stateWidth = 'not checked'.length + GAP;
  const nameWidth = Math.max(...checks.map(({ name }) => measureWidth(name))) + GAP;
  const isNarrow = width < stateWidth + nameWidth + LEAST_DETAIL;
  const indent = ' '.repeat(isNarrow ? GAP : stateWidth + nameWidth);
  return checks
    .map(({ name, state, detail = '' }) => {
      const text = CHECK_STATES[state];
      const begin = paint[CHECK_TONES[state]](text) + ' '.repeat(stateWidth - text.length);
      const lines = wrap(sanitizeForTerminal(detail), width - indent.length).join(`\n${indent}`);
      if (isNarrow) return `${begin}${name}${detail === '' ? '' : `\n${indent}${lines}`}`;
      return `${begin}${name.padEnd(nameWidth)}${lines}`.trimEnd();
    })
    .join('\n');
}

/**
 * Describes the number of checks: `13 checks passed, 4 couldn't be made: there's no readable certificate.`
 * @see C-verify-report
 */
function describePassed({ checks }: ShownVerification): string {
  const passed = checks.filter(({ state }) => state === 'pass').length;
  const unmade = checks.filter(({ state }) => state === 'not-checked');
  const count = `${passed === 0 ? 'No checks' : formatCount(passed, 'check')} passed`;
  if (unmade.length === 0) return `${count}.`;
  const reasons = [...new Set(unmade.flatMap(({ detail }) => detail ?? []))];
  return `${count}, ${unmade.length} couldn't be made: ${reasons.join('; ')}.`;
}

/** Formats a report for an issue tracker; text of the request appears only in code. @see C-verify-share */
function formatMarkdown(shown: ShownVerification, listsChecks: boolean): string {
  const { verdict, findings, signingString, request, certificate, at } = shown;
  const subject = request.method === '' ? describeSubject(shown) : formatCode(describeSubject(shown));
  const issued =
    certificate === null
      ? 'none'
      : `${formatCode(certificate.serial ?? '')} of ${formatCode(certificate.issuer ?? '')}`;
  return [
    `## ${escapeMarkdown(verdict)}`,
    `- Request: ${subject}, ${describeBody(shown)} (${request.format})\n- Certificate: ${issued}\n- Checked at: ${at}`,
    ...findings.flatMap((finding, index) => formatFindingParts(removeExpected(finding, shown), index + 1)),
    listsChecks ? formatChecksTable(shown) : escapeMarkdown(describePassed(shown)),
    ...(signingString === null
      ? []
      : [
          escapeMarkdown(`${describeSigningString(signingString, shown)}:`),
          formatFence(splitLines(signingString).map(showWhitespace)),
        ]),
    ...(request.body === undefined ? [] : [escapeMarkdown(STRUCK_LEGEND)]),
    ...(request.body === undefined || request.bodyBytes === 0
      ? []
      : ['Body:', formatFence(formatBody(request.body).split('\n'), 'json')]),
  ].join('\n\n');
}

function formatFindingParts(finding: ShownFinding, place: number): string[] {
  const { severity, message, remedy, expected, found, suspects = [], difference } = finding;
  const kind = severity === 'error' ? 'fault' : 'warning';
  const values = formatDifference(expected, found, PLAIN, undefined, difference === undefined).slice(1);
  const body = difference === undefined ? [] : formatBodyDifference(difference, PLAIN).slice(1);
  const listed = suspects.map(
    ({ header, reason }) => `- ${header ? `${formatCode(header)}: ` : ''}${escapeMarkdown(reason)}`,
  );
  return [
    `### ${place}. ${escapeMarkdown(formatTitle(finding))} (${kind})`,
    escapeMarkdown(message),
    ...(listed.length === 0 ? [] : ['Not proved. Likeliest first:', listed.join('\n')]),
    ...(values.length === 0 ? [] : [formatFence(values, 'diff')]),
    ...(body.length === 0
      ? []
      : ['The body, - as it was hashed, + as it was sent:', formatFence(body, 'diff')]),
    `**Remedy:** ${escapeMarkdown(remedy)}`,
  ];
}

function formatChecksTable({ checks }: ShownVerification): string {
  const rows = checks.map(({ name, state, detail = '' }) => {
    return `| ${escapeMarkdown(name)} | ${CHECK_STATES[state]} | ${escapeMarkdown(detail)} |`;
  });
  return ['| check | result | |', '|---|---|---|', ...rows].join('\n');
}

/** Formats a block with a fence longer than any run of backticks in it. */
function formatFence(lines: readonly string[], language = 'text'): string {
  const fence = '`'.repeat(Math.max(3, findLongestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** Formats a code span; one that begins or ends with a backtick is padded with blanks, as Markdown requires. */
function formatCode(text: string): string {
  const shown = sanitizeForTerminal(text);
  if (shown === '') return '';
  const ticks = '`'.repeat(findLongestRun(shown) + 1);
  const blank = /^`|`$/.test(shown) ? ' ' : '';
  return `${ticks}${blank}${shown}${blank}${ticks}`;
}

function findLongestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Escapes Markdown's special characters in sentences. */
function escapeMarkdown(text: string): string {
  return sanitizeForTerminal(text).replaceAll(/[\\`*_~<>[\]|#&]/g, '\\$&');
}

type Difference = ShownComparison['differences'][number];

/**
 * The view of two requests side by side: the second request's fault, the checks with different results, and the
 * differences in their text.
 * @see C-verify-diff
 */
export const comparison: Presentation<ShownComparison> = {
  text: async (shown, look) => {
    const parts = [
      verdicts.text(shown, look),
      ...formatConclusion(shown, look),
      await checks.text(shown, look),
      formatDifferences(shown, look),
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  },
  quiet: ({ second }) => [second.verdict],
};

const verdicts = createCard<ShownComparison>([
  ['First', ({ first }) => first.verdict, 'identifier', { tone: ({ first }) => getTone(first) }],
  ['Second', ({ second }) => second.verdict, 'identifier', { tone: ({ second }) => getTone(second) }],
]);

interface CheckPair {
  readonly name: string;
  readonly first: string;
  readonly second: string;
}

const checks = createTable<CheckPair, ShownComparison>(
  [
    ['Check', 'name', 'identifier'],
    ['First', 'first'],
    ['Second', 'second'],
  ],
  ({ first, second }) => {
    const states = new Map(second.checks.map(({ name, state }) => [name, state]));
    return first.checks
      .map(({ name, state }) => ({ name, first: state, second: states.get(name) ?? '' }))
      .filter((pair) => pair.first !== pair.second);
  },
  'All checks have the same result.',
);

function formatDifferences({ first, second, differences }: ShownComparison, look: OutputStyle): string {
  const { paint, width } = look;
  const otherForm = differences.filter(({ sameForm }) => !sameForm);
  const otherValue = differences.filter(({ sameForm, difference }) => sameForm && difference === undefined);
  const lines = otherForm.flatMap((one) => [
    formatName(one),
    paint[getTone(first)](`  - ${formatSide(one.first)}`),
    paint[getTone(second)](`  + ${formatSide(one.second)}`),
  ]);
  const names = `Different value, same format: ${otherValue.map(formatName).join(', ')}`;
  return [
    ...(otherForm.length === 0 ? [] : [paint.dim('Written differently (- first, + second)'), ...lines]),
    ...differences.flatMap(({ difference }) => formatBodies(difference, look)),
    ...(otherValue.length === 0 ? [] : wrap(names, width).map(paint.dim)),
  ].join('\n');
}

function formatBodies(difference: Difference['difference'], { paint, width }: OutputStyle): string[] {
  if (difference === undefined) return [];
  const swapped = { ...difference, expected: difference.found, found: difference.expected };
  return formatBodyDifference(swapped, paint, width, 'Body: - first, + second');
}

function formatName({ part, name }: Difference): string {
  const what = part === 'signature' ? 'parameter' : part;
  return sanitizeForTerminal(name === '' ? what : `${what} ${name}`);
}

function formatSide(text: string | null): string {
  return text === null ? '(missing)' : showWhitespace(text);
}

/** Formats the conclusion about the second request, which the first is only compared with. */
function formatConclusion({ first, second }: ShownComparison, look: OutputStyle): string[] {
  const faults = second.findings.filter(({ severity }) => severity === 'error');
  if (faults.length === 0) return ['The second request is valid.'];
  const strings = { expected: first.signingString ?? '', found: second.signingString ?? '' };
  const warning = wrap("The first request isn't valid either. Use one the bank accepted.", look.width);
  return [
    ...(first.valid ? [] : [warning.join('\n')]),
    ...faults.map((fault, index) =>
      isUnexplained(fault, first, second)
        ? formatFinding({ ...fault, ...strings }, index + 1, look, 'Signing strings: - first, + second')
        : formatFinding(fault, index + 1, look),
    ),
  ];
}

/** Returns true if the signed string is unknown and a comparison of both signing strings may explain it. */
function isUnexplained(
  fault: ShownFinding,
  { signingString }: ShownVerification,
  second: ShownVerification,
): boolean {
  const isOther = signingString !== null && signingString !== second.signingString;
  return isOther && hasOnlySigningString(fault, second);
}
