import type { ShownFinding, ShownVerification } from '../../app/signatures/shapes.ts';
import type { Tone } from '../columns.ts';
import { differenceText } from '../expected-found.ts';
import { harmless } from '../foreign-text.ts';
import { widthOf, wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import type { Paint } from '../paint.ts';
import { card, type Presentation } from '../presentation.ts';
import { dateText } from '../shown-values.ts';
import { BLANK, linesOf, visible } from '../visible-text.ts';

export type { ShownVerification };

/** A signature explained: every check, each finding with its remedy, the string that is signed. @see C-verify-visible, C-verify */
export const verification: Presentation<ShownVerification> = {
  text: (shown, look) =>
    [
      head.text(shown, look),
      checksText(shown, look),
      ...shown.findings.map((finding, index) => findingText(finding, index + 1, look)),
      ...(shown.signingString === null ? [] : [signingStringText(shown.signingString, look)]),
    ].join('\n\n'),
  quiet: ({ verdict }) => [verdict],
};

/** Whether the request was judged at another time than its own. */
export function isOld({ findings }: ShownVerification): boolean {
  return findings.some(({ code }) => code === 'date-skew' || code === 'date-skew-timezone');
}

const head = card<ShownVerification>([
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
  { label: 'Verdict', kind: 'identifier', value: ({ verdict }) => verdict, tone: toneOf },
]);

export function toneOf({ valid }: Pick<ShownVerification, 'valid'>): Tone {
  return valid ? 'green' : 'red';
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
      const begin = stateText(state, paint) + ' '.repeat(stateWidth - STATES[state].length);
      const isNarrow = width < stateWidth + nameWidth + LEAST_DETAIL;
      const indent = ' '.repeat(isNarrow ? GAP : stateWidth + nameWidth);
      const lines = wrap(harmless(detail), width - indent.length).join(`\n${indent}`);
      if (isNarrow) return `${begin}${name}${detail === '' ? '' : `\n${indent}${lines}`}`;
      return `${begin}${name.padEnd(nameWidth)}${lines}`.trimEnd();
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
  ].filter((part) => part !== '');
  const kind = severity === 'error' ? '(fault)' : '(warning)';
  const number = `${place}. `;
  const indent = ' '.repeat(number.length);
  const paragraph = (text: string) =>
    wrap(harmless(text), width - indent.length).map((line) => indent + line);
  const named = paint[severity === 'error' ? 'red' : 'bold'];
  const titleLines = wrap(`${title.join(', ')} ${kind}`, width - indent.length).map((line) => {
    const name = line.endsWith(kind) ? line.slice(0, -kind.length).trimEnd() : line;
    const rest = line.slice(name.length);
    return name === '' ? rest.trimStart() : named(name) + rest;
  });
  return [
    number + titleLines.join(`\n${indent}`),
    ...paragraph(message),
    ...paragraph(`Remedy: ${remedy}`).map((line) => paint.bold(line)),
    ...differenceText(finding.expected, finding.found, paint).map((line) => `${indent}  ${line}`),
  ].join('\n');
}

function signingStringText(text: string, { paint, width }: Look): string {
  const lines = linesOf(text);
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, ${text.length} bytes`;
  const title = `Signing string, ${count} (${BLANK} is a space, \\n a line end)`;
  return [...wrap(title, width).map(paint.dim), ...lines.map((line) => `  ${visible(line)}`)].join('\n');
}
