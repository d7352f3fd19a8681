import type { ShownFinding, ShownVerification } from '../../signatures/report.ts';
import { bodyDifferenceText, differenceText } from '../expected-found.ts';
import { harmless } from '../foreign-text.ts';
import type { Paint } from '../paint.ts';
import { linesOf, visible } from '../visible-text.ts';
import { CHECK_STATES, passedText } from './verification-checks.ts';
import {
  bodyText,
  placed,
  STRUCK_LEGEND,
  signingStringTitle,
  subjectOf,
  titleOf,
} from './verification-words.ts';

const asItIs = (text: string) => text;
const PLAIN: Paint = { bold: asItIs, dim: asItIs, red: asItIs, green: asItIs };

/** A report to paste into an issue tracker: text of the request stands in code alone. @see C-verify-share */
export function markdownReport(shown: ShownVerification, listsChecks: boolean): string {
  const { verdict, findings, signingString, request } = shown;
  const parts = [
    `## ${prose(verdict)}`,
    headList(shown),
    ...findings.flatMap((finding, index) => findingParts(placed(finding, shown), index + 1)),
    listsChecks ? checksTable(shown) : prose(passedText(shown)),
    ...(signingString === null
      ? []
      : [prose(`${signingStringTitle(signingString, shown)}:`), fenced(linesOf(signingString).map(visible))]),
    ...(request.body === undefined ? [] : sharedParts(shown)),
  ];
  return parts.join('\n\n');
}

function headList(shown: ShownVerification): string {
  const { request, certificate, at } = shown;
  const { method, bodyBytes, format } = request;
  const subject = method === '' ? subjectOf(shown) : code(subjectOf(shown));
  const body = bodyBytes === 0 ? 'without a body' : `body of ${bodyBytes} bytes`;
  const issued =
    certificate === null ? 'none' : `${code(certificate.serial ?? '')} of ${code(certificate.issuer ?? '')}`;
  return [
    `- Request: ${subject}, ${body} (${format})`,
    `- Certificate: ${issued}`,
    `- Checked at: ${at}`,
  ].join('\n');
}

function findingParts(finding: ShownFinding, place: number): string[] {
  const { severity, message, remedy, expected, found, suspects = [], difference } = finding;
  const kind = severity === 'error' ? 'fault' : 'warning';
  const values = differenceText(expected, found, PLAIN, undefined, difference === undefined).slice(1);
  const body = difference === undefined ? [] : bodyDifferenceText(difference, PLAIN).slice(1);
  const listed = suspects.map(({ header, reason }) => {
    return `- ${header === undefined ? '' : `${code(header)}: `}${prose(reason)}`;
  });
  return [
    `### ${place}. ${prose(titleOf(finding))} (${kind})`,
    prose(message),
    ...(listed.length === 0 ? [] : ['Not proved. Likeliest first:', listed.join('\n')]),
    ...(values.length === 0 ? [] : [fenced(values, 'diff')]),
    ...(body.length === 0 ? [] : ['The body, - as it was hashed, + as it was sent:', fenced(body, 'diff')]),
    `**Remedy:** ${prose(remedy)}`,
  ];
}

function checksTable({ checks }: ShownVerification): string {
  const rows = checks.map(({ name, state, detail = '' }) => {
    return `| ${prose(name)} | ${CHECK_STATES[state]} | ${prose(detail)} |`;
  });
  return ['| check | result | |', '|---|---|---|', ...rows].join('\n');
}

function sharedParts({ request }: ShownVerification): string[] {
  return [
    prose(STRUCK_LEGEND),
    ...(request.bodyBytes === 0 ? [] : ['Body:', fenced(bodyText(request.body).split('\n'), 'json')]),
  ];
}

/** A block whose fence is longer than any run of backticks in it. */
function fenced(lines: readonly string[], language = 'text'): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

/** A code span; one that begins or ends with a backtick has a blank inside, as Markdown asks. */
function code(text: string): string {
  const shown = harmless(text);
  if (shown === '') return '';
  const ticks = '`'.repeat(longestRun(shown) + 1);
  const blank = /^`|`$/.test(shown) ? ' ' : '';
  return `${ticks}${blank}${shown}${blank}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Sentences, with nothing in them that Markdown would read as more than text. */
function prose(text: string): string {
  return harmless(text).replaceAll(/[\\`*_~<>[\]|#&]/g, '\\$&');
}
