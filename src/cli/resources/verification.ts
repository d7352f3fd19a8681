import type { ShownFinding, ShownVerification } from '../../app/signatures/shapes.ts';
import { differenceText } from '../expected-found.ts';
import { harmless } from '../foreign-text.ts';
import { widthOf, wrap } from '../layout.ts';
import type { Paint } from '../paint.ts';
import type { Look, Presentation } from '../presentation.ts';
import { BLANK, linesOf, visible } from '../visible-text.ts';

export type { ShownVerification };

/** A signature explained: every check, each finding with its remedy, the string that is signed. @see cli.md verify */
export const verification: Presentation<ShownVerification> = {
  text: async (shown, look) =>
    [
      headText(shown, look),
      checksText(shown, look),
      ...shown.findings.map((finding, index) => findingText(finding, index + 1, look)),
      ...(shown.signingString === null ? [] : [signingStringText(shown.signingString, look)]),
    ].join('\n\n'),
  ids: ({ verdict }) => [verdict],
};

/** Whether the request was judged at another time than its own. */
export function isOld({ findings }: ShownVerification): boolean {
  return findings.some(({ code }) => code === 'date-skew' || code === 'date-skew-timezone');
}

function headText({ request, certificate, at, verdict, valid }: ShownVerification, { paint }: Look): string {
  const { method, target, bodyBytes, format } = request;
  const body = bodyBytes === 0 ? 'without a body' : `body of ${bodyBytes} bytes`;
  const lines = [
    ['Request', harmless(`${method} ${target}, ${body} (${format})`)],
    [
      'Certificate',
      certificate === null ? 'none' : harmless(`${certificate.serial} of ${certificate.issuer}`),
    ],
    ['Judged at', at],
    ['Verdict', valid ? paint.bold(verdict) : paint.red(verdict)],
  ];
  return lines.map(([label = '', text]) => paint.dim(label.padEnd(13)) + text).join('\n');
}

type Check = ShownVerification['checks'][number];

const STATES: Readonly<Record<Check['state'], string>> = {
  pass: 'pass',
  warning: 'warning',
  fault: 'fault',
  'not-checked': 'not checked',
};

function checksText({ checks }: ShownVerification, { width, paint }: Look): string {
  const stateWidth = Math.max(...Object.values(STATES).map(widthOf)) + GAP;
  const nameWidth = Math.max(...checks.map(({ name }) => widthOf(name))) + GAP;
  return checks
    .map(({ name, state, detail = '' }) => {
      const isNarrow = width < stateWidth + nameWidth + LEAST_DETAIL;
      const indent = ' '.repeat(isNarrow ? GAP : stateWidth + nameWidth);
      const begin = isNarrow && detail !== '' ? `\n${indent}` : '';
      const lines = begin + wrap(harmless(detail), width - indent.length, true).join(`\n${indent}`);
      return `${stateText(state, paint)}${' '.repeat(stateWidth - STATES[state].length)}${name.padEnd(nameWidth)}${lines}`.trimEnd();
    })
    .join('\n');
}

const GAP = 2;
/** Where a detail has less than so many columns beside the names, it goes below them. */
const LEAST_DETAIL = 20;

function stateText(state: Check['state'], paint: Paint): string {
  const text = STATES[state];
  if (state === 'fault') return paint.red(text);
  return state === 'warning' ? paint.bold(text) : paint.dim(text);
}

function findingText(finding: ShownFinding, place: number, { width, paint }: Look): string {
  const { code, cause, severity, header, message, remedy } = finding;
  const title = [
    code,
    cause === undefined ? '' : `cause ${cause}`,
    header === undefined ? '' : `header ${header}`,
  ];
  const number = `${place}. `;
  const indent = ' '.repeat(number.length);
  const paragraph = (text: string) =>
    wrap(harmless(text), width - indent.length, true).map((line) => indent + line);
  const name = paint[severity === 'error' ? 'red' : 'bold'](title.filter((part) => part !== '').join(', '));
  return [
    `${number}${name} (${severity === 'error' ? 'fault' : 'warning'})`,
    ...paragraph(message),
    ...paragraph(`Remedy: ${remedy}`).map((line) => paint.bold(line)),
    ...differenceText(finding.expected, finding.found, paint).map((line) => `${indent}  ${line}`),
  ].join('\n');
}

function signingStringText(text: string, { paint }: Look): string {
  const lines = linesOf(text);
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, ${text.length} bytes`;
  const title = `Signing string, ${count} (${BLANK} is a blank, \\n a line end)`;
  return [paint.dim(title), ...lines.map((line) => `  ${visible(line)}`)].join('\n');
}
