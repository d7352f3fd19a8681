import type { Explained } from '../../explain/explain.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';

export type { Explained };

export interface ExplainedCodes {
  readonly items: readonly Explained[];
}

const columns: readonly Column<Explained>[] = [
  { label: 'Code', kind: 'identifier', value: ({ code }) => code, isQuiet: true },
  { label: 'Kind', value: ({ kind }) => kind },
  { label: 'Meaning', value: ({ meaning }) => meaning },
];

/** Every code, kind by kind. */
export const explainedCodes = table<Explained, ExplainedCodes>(columns, ({ items }) => items, 'No codes.');

const oneCode = card<Explained & { readonly causes: string }>([
  ...columns,
  { label: 'What to do', value: ({ remedy }) => remedy, tone: () => 'bold' },
  { label: 'Causes', value: ({ kind, causes }) => (kind === 'finding' && causes ? causes : undefined) },
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
