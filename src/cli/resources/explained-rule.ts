import type { FoundRule } from '../../explain/explain.ts';
import type { Passage } from '../../explain/rules.ts';
import { type Column, cellsOf } from '../columns.ts';
import { wrapSentences } from '../layout.ts';
import type { Look } from '../look.ts';
import { card, type Presentation } from '../presentation.ts';
import { tableText } from '../table.ts';
import type { Explained } from './explained.ts';

const columns: readonly Column<FoundRule>[] = [
  { label: 'Code', kind: 'identifier', value: ({ explained }) => explained.code, isQuiet: true },
  { label: 'Kind', value: ({ explained }) => explained.kind },
  { label: 'Whose', value: ({ owner }) => owner },
  { label: 'State', value: ({ state }) => state },
];

const head = card(columns);

/** A rule: whose it is, then its text. @see C-explain-rule */
export function explainedRule(found: FoundRule): Presentation<Explained> {
  return {
    text: (_, look) =>
      [
        head.text(found, look),
        ...found.passages.map((passage) => passageText(passage, look)),
        wrapSentences(found.explained.remedy, look.width).join('\n'),
      ].join('\n\n'),
    quiet: () => head.quiet(found),
  };
}

function passageText(passage: Passage, look: Look): string {
  if (passage.kind === 'lines') return passage.lines.join('\n');
  if (passage.kind === 'paragraph') return wrapSentences(passage.text, look.width).join('\n');
  const cells: readonly Column<readonly string[]>[] = passage.heading.map((label, place) => ({
    label,
    value: (row) => row[place],
  }));
  return tableText(
    passage.rows.map((row) => cellsOf(cells, row, look)),
    look,
  );
}
