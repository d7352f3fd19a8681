import type { Seeded } from '../../app/sandbox/seed.ts';
import type { Column } from '../columns.ts';
import { type Presentation, table } from '../presentation.ts';

export type { Seeded };

type Step = Seeded['steps'][number];
type Fate = Step['fate'] | 'unchanged';

interface Row {
  readonly sort: string;
  readonly counts: Readonly<Record<Fate, number>>;
}

const column = (label: string, fate: Fate): Column<Row> => ({
  label,
  kind: 'count',
  value: ({ counts }) => counts[fate],
});

const counts = table<Row, readonly Row[]>(
  [
    { label: 'Data', value: ({ sort }) => sort },
    column('Created', 'created'),
    column('Changed', 'changed'),
    column('Unchanged', 'unchanged'),
    column('Differs', 'differs'),
    column('Deleted', 'deleted'),
  ],
  (rows) => rows,
  'The files describe nothing.',
);

/** How many of each sort there are, below what a plan would do. @see C-seed */
export const seeded: Presentation<Seeded> = {
  text: (result, look) => {
    const rows = Object.entries(result.bySort).map(([sort, of]) => ({ sort, counts: of }));
    const text = counts.text(
      rows.filter((row) => Object.values(row.counts).some((count) => count > 0)),
      look,
    );
    return result.isPlan ? [...result.steps.map(stepInWords), text].join('\n') : text;
  },
  quiet: ({ ids }) => [
    ...leaves(ids.customers),
    ...leaves(ids.accounts),
    ...leaves(ids.cards),
    ...leaves(ids.agreements),
  ],
};

const SIGNS: Readonly<Record<Step['fate'], string>> = {
  created: '+',
  changed: '~',
  differs: '!',
  deleted: '-',
};

/** `~ account Brukskonto of 15813963008: balance 20000, in the file 25000 (world.yaml:7)` */
export function stepInWords({ fate, what, why, place }: Step): string {
  const where = fate === 'created' || place === undefined ? '' : ` (${place.file}:${place.line})`;
  return `${SIGNS[fate]} ${what}${why === undefined ? '' : `: ${why}`}${where}`;
}

interface Tree {
  readonly [name: string]: string | Tree;
}

function leaves(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)));
}
