import type { Column } from '../cli/columns.ts';
import { type Presentation, table } from '../cli/presentation.ts';
import type { Seeded } from './seed.ts';

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
    ['Data', 'sort'],
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
  text: async (result, look) => {
    const rows = Object.entries(result.bySort).map(([sort, of]) => ({ sort, counts: of }));
    const text = await counts.text(
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

type Ids = Seeded['ids'];

/** The ids alone, in place of the result. @see C-seed-export */
export function exported(form: 'env' | 'json'): Presentation<Seeded> {
  return { text: ({ ids }) => (form === 'json' ? JSON.stringify(ids, null, 2) : variables(ids).join('\n')) };
}

/** `SEED_ACCOUNT_15813963008_BRUKSKONTO=…`: by names that the files give, so that a script knows them beforehand. */
function variables({ customers, accounts, bbans, cards, agreements, engagements }: Ids): string[] {
  const all = [
    ...entries('CUSTOMER', customers),
    ...entries('ACCOUNT', bbans).map(([name, bban]) => [name, accounts[bban] ?? ''] as const),
    ...entries('BBAN', bbans),
    ...entries('CARD', cards),
    ...entries('AGREEMENT', agreements),
    ...entries('ENGAGEMENT', engagements),
  ];
  const used = new Set<string>();
  return all.map(([path, value]) => {
    const name = unusedName(variableName(path), used);
    used.add(name);
    return `${name}=${quoted(value)}`;
  });
}

/** Names that are equal once they are names get a number; one that has such a number by itself isn't taken twice. */
function unusedName(name: string, used: ReadonlySet<string>): string {
  let unused = name;
  for (let count = 2; used.has(unused); count += 1) unused = `${name}_${count}`;
  return unused;
}

type Entry = readonly [path: readonly string[], value: string];

function entries(first: string, tree: Tree): Entry[] {
  return Object.entries(tree).flatMap(([name, value]): Entry[] =>
    typeof value === 'string'
      ? [[[first, name], value]]
      : entries('', value).map(([[, ...path], leaf]) => [[first, name, ...path], leaf]),
  );
}

const LETTERS: Readonly<Record<string, string>> = { Æ: 'AE', Ø: 'O', Å: 'A' };

/** Of a name without any letter or digit that a shell takes, as one in another script. */
const NAMELESS = 'X';

/** Letters, digits and underscores, as a shell takes them. */
function variableName(path: readonly string[]): string {
  return ['SEED', ...path.map(plainName)].join('_');
}

function plainName(part: string): string {
  const text = part.normalize('NFC').toUpperCase();
  const plain = text.replace(/[ÆØÅ]/g, (letter) => LETTERS[letter] ?? '_').normalize('NFD');
  const name = plain.replace(/\p{Mn}/gu, '').replace(/[^A-Z0-9]+/g, '_');
  return /[A-Z0-9]/.test(name) ? name : NAMELESS;
}

/** Ids of other banks may have signs that a shell reads. */
function quoted(value: string): string {
  return /^[\w.=-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
