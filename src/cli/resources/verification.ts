import type { ShownFinding, ShownVerification } from '../../app/signatures/shapes.ts';
import type { Tone } from '../columns.ts';
import { bodyDifferenceText, differenceText } from '../expected-found.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { card, type Presentation } from '../presentation.ts';
import { dateText } from '../shown-values.ts';
import { linesOf, visible } from '../visible-text.ts';
import type { ReportFormat } from './report-formats.ts';
import { checksText, passedText } from './verification-checks.ts';
import { markdownReport } from './verification-markdown.ts';
import { bodyText, STRUCK_LEGEND, signingStringTitle, titleOf } from './verification-words.ts';

export type { ShownVerification };

export interface Report {
  readonly format: ReportFormat;
  /** Whether each check is listed. */
  readonly listsChecks: boolean;
}

/**
 * A signature explained: the verdict, each finding with its place and its remedy, how many checks passed, the string that
 * is signed.
 * @see C-verify, C-verify-report, C-verify-visible
 */
export function verification({ format, listsChecks }: Report): Presentation<ShownVerification> {
  return {
    text: (shown, look) =>
      format === 'markdown' ? markdownReport(shown, listsChecks) : textReport(shown, listsChecks, look),
    quiet: ({ verdict }) => [verdict],
  };
}

function textReport(shown: ShownVerification, listsChecks: boolean, look: Look): string {
  const { findings, signingString, request } = shown;
  const parts = [
    head.text(shown, look),
    ...findings.map((finding, index) => findingText(finding, index + 1, look)),
    listsChecks ? checksText(shown, look) : wrap(passedText(shown), look.width).join('\n'),
    ...(signingString === null ? [] : [signingStringText(signingString, shown, look)]),
    ...(request.body === undefined ? [] : [sharedText(shown, look)]),
  ];
  return parts.join('\n\n');
}

const head = card<ShownVerification>([
  { label: 'Verdict', kind: 'identifier', value: ({ verdict }) => verdict, tone: toneOf },
  {
    label: 'Request',
    value: ({ request: { method, target, bodyBytes, format } }) =>
      `${method} ${target}, ${bodyBytes === 0 ? 'without a body' : `body of ${bodyBytes} bytes`} (${format})`,
  },
  {
    label: 'Certificate',
    value: ({ certificate }) =>
      certificate === null ? 'none' : `${certificate.serial} of ${certificate.issuer}`,
  },
  { label: 'Checked at', value: ({ at }) => `${dateText(at)}, which is ${new Date(at).toUTCString()}` },
]);

export function toneOf({ valid }: Pick<ShownVerification, 'valid'>): Tone {
  return valid ? 'green' : 'red';
}

/** A finding's name, what is wrong, where, and what to do. */
function findingText(finding: ShownFinding, place: number, { width, paint }: Look): string {
  const { severity, message, remedy, expected, found, difference } = finding;
  const kind = severity === 'error' ? '(fault)' : '(warning)';
  const number = `${place}. `;
  const indent = ' '.repeat(number.length);
  const paragraph = (text: string) =>
    wrap(harmless(text), width - indent.length).map((line) => indent + line);
  const named = paint[severity === 'error' ? 'red' : 'bold'];
  const titleLines = wrap(`${titleOf(finding)} ${kind}`, width - indent.length).map((line) => {
    const name = line.endsWith(kind) ? line.slice(0, -kind.length).trimEnd() : line;
    const rest = line.slice(name.length);
    return name === '' ? rest.trimStart() : named(name) + rest;
  });
  const within = indent.length + 2;
  return [
    number + titleLines.join(`\n${indent}`),
    ...paragraph(message),
    ...suspectLines(finding, width - within).map((line) => `${indent}${line}`),
    ...[
      ...differenceText(expected, found, paint, width - within),
      ...(difference === undefined ? [] : bodyDifferenceText(difference, paint, width - within)),
    ].map((line) => `${indent}  ${line}`),
    ...paragraph(`Remedy: ${remedy}`).map((line) => paint.bold(line)),
  ].join('\n');
}

/** @see G3-never-false */
function suspectLines({ suspects = [] }: ShownFinding, width: number): string[] {
  if (suspects.length === 0) return [];
  const listed = suspects.flatMap(({ header, reason }) => {
    const [first = '', ...more] = wrap(
      harmless(header === undefined ? reason : `${header}: ${reason}`),
      width,
    );
    return [`- ${first}`, ...more.map((line) => `  ${line}`)];
  });
  return [...wrap('Not proved. Likeliest first:', width), ...listed];
}

function signingStringText(text: string, shown: ShownVerification, { paint, width }: Look): string {
  const lines = linesOf(text);
  return [
    ...wrap(signingStringTitle(text, shown), width).map(paint.dim),
    ...lines.map((line) => `  ${visible(line)}`),
  ].join('\n');
}

/** What stands in a report that can be passed on, in place of the body. @see C-verify-share */
function sharedText({ request }: ShownVerification, { paint, width }: Look): string {
  return [
    ...wrap(STRUCK_LEGEND, width).map(paint.dim),
    ...(request.bodyBytes === 0 ? [] : [paint.dim('Body'), bodyText(request.body)]),
  ].join('\n');
}
