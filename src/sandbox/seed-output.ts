import { type Column, createTable, type Presentation } from '../cli/presentation.ts';
import type { SeedResult } from './seed.ts';

type Step = SeedResult['steps'][number];
type StepOutcome = Step['fate'] | 'unchanged';

interface Row {
  readonly sort: string;
  readonly counts: Readonly<Record<StepOutcome, number>>;
}

const createColumn = (label: string, fate: StepOutcome): Column<Row> => ({
  label,
  kind: 'count',
  value: ({ counts }) => counts[fate],
});

const counts = createTable<Row, readonly Row[]>(
  [
    ['Data', 'sort'],
    createColumn('Created', 'created'),
    createColumn('Changed', 'changed'),
    createColumn('Unchanged', 'unchanged'),
    createColumn('Differs', 'differs'),
    createColumn('Deleted', 'deleted'),
  ],
  (rows) => rows,
  'The files describe nothing.',
);

/** The view of the counts by sort, below the steps of a plan. @see C-seed */
export const seeded: Presentation<SeedResult> = {
  text: async (result, look) => {
    const rows = Object.entries(result.bySort).map(([sort, of]) => ({ sort, counts: of }));
    const text = await counts.text(
      rows.filter((row) => Object.values(row.counts).some((count) => count > 0)),
      look,
    );
    return result.isPlan ? [...result.steps.map(formatStep), text].join('\n') : text;
  },
  quiet: ({ ids }) => [
    ...listLeaves(ids.customers),
    ...listLeaves(ids.accounts),
    ...listLeaves(ids.cards),
    ...listLeaves(ids.agreements),
  ],
};

const SIGNS: Readonly<Record<Step['fate'], string>> = {
  created: '+',
  changed: '~',
  differs: '!',
  deleted: '-',
};

/** Formats a step: `~ account Brukskonto of 15813963008: balance 20000, in the file 25000 (world.yaml:7)` */
export function formatStep({ fate, what, why, place }: Step): string {
  const where = fate === 'created' || place === undefined ? '' : ` (${place.file}:${place.line})`;
  return `${SIGNS[fate]} ${what}${why === undefined ? '' : `: ${why}`}${where}`;
}

interface Tree {
  readonly [name: string]: string | Tree;
}

function listLeaves(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : listLeaves(value)));
}

type Ids = SeedResult['ids'];

/** Creates the view of the ids alone. @see C-seed-export */
export function createExportView(form: 'env' | 'json'): Presentation<SeedResult> {
  return {
    text: ({ ids }) => (form === 'json' ? JSON.stringify(ids, null, 2) : listVariables(ids).join('\n')),
  };
}

/**
 * Lists variables such as `SEED_ACCOUNT_15813963008_BRUKSKONTO=…`: their names follow from the files, so that a script
 * knows them beforehand.
 */
function listVariables({ customers, accounts, bbans, cards, agreements, engagements }: Ids): string[] {
  const all = [
    ...listEntries('CUSTOMER', customers),
    ...listEntries('ACCOUNT', bbans).map(([name, bban]) => [name, accounts[bban] ?? ''] as const),
    ...listEntries('BBAN', bbans),
    ...listEntries('CARD', cards),
    ...listEntries('AGREEMENT', agreements),
    ...listEntries('ENGAGEMENT', engagements),
  ];
  const used = new Set<string>();
  return all.map(([path, value]) => {
    const name = findUnusedName(buildVariableName(path), used);
    used.add(name);
    return `${name}=${quoteValue(value)}`;
  });
}

/** Finds an unused variable name: equal names get a number, which must not collide with a name that ends in it. */
function findUnusedName(name: string, used: ReadonlySet<string>): string {
  let unused = name;
  for (let count = 2; used.has(unused); count += 1) unused = `${name}_${count}`;
  return unused;
}

type Entry = readonly [path: readonly string[], value: string];

function listEntries(first: string, tree: Tree): Entry[] {
  return Object.entries(tree).flatMap(([name, value]): Entry[] =>
    typeof value === 'string'
      ? [[[first, name], value]]
      : listEntries('', value).map(([[, ...path], leaf]) => [[first, name, ...path], leaf]),
  );
}

const LETTERS: Readonly<Record<string, string>> = { Æ: 'AE', Ø: 'O', Å: 'A' };

/** The name for a text without letters or digits. */
const NAMELESS = 'X';

/** Builds a variable name of letters, digits and underscores, as shells require. */
function buildVariableName(path: readonly string[]): string {
  return ['SEED', ...path.map(normalizeName)].join('_');
}

function normalizeName(part: string): string {
  const text = part.normalize('NFC').toUpperCase();
  const plain = text.replace(/[ÆØÅ]/g, (letter) => LETTERS[letter] ?? '_').normalize('NFD');
  const name = plain.replace(/\p{Mn}/gu, '').replace(/[^A-Z0-9]+/g, '_');
  return /[A-Z0-9]/.test(name) ? name : NAMELESS;
}

/** Quotes a value: ids of other banks may contain characters that a shell interprets. */
function quoteValue(value: string): string {
  return /^[\w.=-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
