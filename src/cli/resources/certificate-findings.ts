import type { LintedCertificate } from '../../credentials/inspect.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { withDates } from '../shown-values.ts';

type Finding = LintedCertificate['findings'][number];

const INDENT = '  ';

/** Each finding with its rule, and what to do; undefined when there are none. */
export function findingsText(findings: readonly Finding[], look: Look): string | undefined {
  if (findings.length === 0) return undefined;
  return findings.map((finding) => findingText(finding, look)).join('\n\n');
}

function findingText({ code, cause, severity, message, remedy, reference }: Finding, look: Look): string {
  const word = severity === 'error' ? look.paint.red('Fault') : 'Warning';
  const name = cause === undefined ? code : `${code}, ${cause}`;
  const lines = (text: string) => wrap(harmless(text), look.width - INDENT.length);
  return [
    `${word}: ${look.paint.bold(name)}`,
    ...[...lines(withDates(message)), ...lines(remedy)].map((line) => INDENT + line),
    ...lines(reference).map((line) => look.paint.dim(INDENT + line)),
  ].join('\n');
}

/** `1 fault, 2 warnings.` */
export function countText(findings: readonly Finding[]): string {
  const faults = findings.filter(({ severity }) => severity === 'error').length;
  const text = `${counted(faults, 'fault')}, ${counted(findings.length - faults, 'warning')}.`;
  return text.replace(/^n/, 'N');
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

/** The codes, for `--quiet`. */
export function codesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ code, cause }) => (cause === undefined ? code : `${code}/${cause}`));
}
