import type { ShownFinding } from '../../signatures/report.ts';
import { bodyDifferenceText, differenceText } from '../expected-found.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { titleOf } from './verification-words.ts';

/** A finding's name, what is wrong, where, and what to do. */
export function findingText(finding: ShownFinding, place: number, { width, paint }: Look): string {
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
      ...differenceText(expected, found, paint, width - within, difference === undefined),
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
