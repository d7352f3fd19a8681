import type { ShownComparison } from '../../signatures/report.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { visible } from '../visible-text.ts';
import { toneOf } from './verification.ts';
import { findingText } from './verification-finding.ts';

export type { ShownComparison };

type Difference = ShownComparison['differences'][number];

/**
 * Two requests beside each other: what the second's fault is, the checks that end otherwise, what is written otherwise.
 * @see C-verify-diff
 */
export const comparison: Presentation<ShownComparison> = {
  text: (shown, look) => {
    const parts = [
      verdicts.text(shown, look),
      conclusion(shown, look),
      checksText(shown, look),
      differencesText(shown, look),
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  },
  quiet: ({ second }) => [second.verdict],
};

const verdicts = card<ShownComparison>([
  {
    label: 'First',
    kind: 'identifier',
    value: ({ first }) => first.verdict,
    tone: ({ first }) => toneOf(first),
  },
  {
    label: 'Second',
    kind: 'identifier',
    value: ({ second }) => second.verdict,
    tone: ({ second }) => toneOf(second),
  },
]);

interface CheckPair {
  readonly name: string;
  readonly first: string;
  readonly second: string;
}

const checks = table<CheckPair, readonly CheckPair[]>(
  [
    { label: 'Check', kind: 'identifier', value: ({ name }) => name },
    { label: 'First', value: ({ first }) => first },
    { label: 'Second', value: ({ second }) => second },
  ],
  (pairs) => pairs,
  'All checks have the same result.',
);

function checksText({ first, second }: ShownComparison, look: Look): string {
  const pairs = first.checks.map(({ name, state }) => ({
    name,
    first: state,
    second: second.checks.find((check) => check.name === name)?.state ?? '',
  }));
  return checks.text(
    pairs.filter((pair) => pair.first !== pair.second),
    look,
  );
}

function differencesText({ first, second, differences }: ShownComparison, { paint, width }: Look): string {
  const otherForm = differences.filter(({ sameForm }) => !sameForm);
  const otherValue = differences.filter(({ sameForm }) => sameForm);
  const lines = otherForm.flatMap((one) => [
    nameOf(one),
    paint[toneOf(first)](`  - ${side(one.first)}`),
    paint[toneOf(second)](`  + ${side(one.second)}`),
  ]);
  return [
    ...(otherForm.length === 0 ? [] : [paint.dim('Written differently (- first, + second)'), ...lines]),
    ...(otherValue.length === 0
      ? []
      : wrap(`Different value, same format: ${otherValue.map(nameOf).join(', ')}`, width).map(paint.dim)),
  ].join('\n');
}

function nameOf({ part, name }: Difference): string {
  const what = part === 'signature' ? 'parameter' : part;
  return harmless(name === '' ? what : `${what} ${name}`);
}

function side(text: string | null): string {
  return text === null ? '(missing)' : visible(text);
}

/** What is wrong with the second; what follows only shows how it differs from the first. */
function conclusion({ first, second }: ShownComparison, look: Look): string {
  const faults = second.findings.filter(({ severity }) => severity === 'error');
  if (faults.length === 0) return 'The second request is valid.';
  return [
    ...(first.valid
      ? []
      : [wrap("The first request isn't valid either. Use one the bank accepted.", look.width).join('\n')]),
    ...faults.map((fault, index) => findingText(fault, index + 1, look)),
  ].join('\n\n');
}
