import type { Explained, FoundRule } from '../../explain/explain.ts';
import type { Passage } from '../../explain/rules.ts';
import { type Column, type Columns, cellsOf, QUIET } from '../columns.ts';
import { wrapSentences } from '../layout.ts';
import type { Look } from '../look.ts';
import { card, type Presentation, table } from '../presentation.ts';
import { tableText } from '../table.ts';

export interface ExplainedCodes {
  readonly items: readonly Explained[];
}

const columns: Columns<Explained> = [
  ['Code', 'code', 'identifier', QUIET],
  ['Kind', 'kind'],
  ['Meaning', 'meaning'],
];

/** Every code, kind by kind. */
export const explainedCodes = table<Explained, ExplainedCodes>(columns, ({ items }) => items, 'No codes.');

const oneCode = card<Explained & { readonly causes: string }>([
  ...columns,
  ['What to do', 'remedy', 'text', { tone: () => 'bold' }],
  ['Causes', ({ kind, causes }) => (kind === 'finding' && causes ? causes : undefined)],
]);

/** One code in each of its kinds. */
export function explainedCode(
  all: readonly Explained[],
  causes: readonly string[],
): Presentation<Explained | ExplainedCodes> {
  const shown = all.map((explained) => ({ ...explained, causes: causes.join(', ') }));
  return {
    text: (_, look) => shown.map((explained) => oneCode.text(explained, look)).join('\n\n'),
    quiet: () => shown.slice(0, 1).flatMap((explained) => oneCode.quiet(explained)),
  };
}

const ruleHead = card<FoundRule>([
  ['Code', ({ explained }) => explained.code, 'identifier', QUIET],
  ['Kind', ({ explained }) => explained.kind],
  ['Whose', 'owner'],
  ['State', 'state'],
]);

/** A rule: whose it is, then its text. @see C-explain-rule */
export function explainedRule(found: FoundRule): Presentation<Explained> {
  return {
    text: (_, look) =>
      [
        ruleHead.text(found, look),
        ...found.passages.map((passage) => passageText(passage, look)),
        wrapSentences(found.explained.remedy, look.width).join('\n'),
      ].join('\n\n'),
    quiet: () => ruleHead.quiet(found),
  };
}

function passageText(passage: Passage, look: Look): string {
  if (passage.kind === 'lines') return passage.lines.join('\n');
  if (passage.kind === 'paragraph') return wrapSentences(passage.text, look.width).join('\n');
  const cells = passage.heading.map(
    (label, place): Column<readonly string[]> => ({
      label,
      value: (row) => row[place],
    }),
  );
  return tableText(
    passage.rows.map((row) => cellsOf(cells, row, look)),
    look,
  );
}
