import type { Presentation } from '../presentation.ts';
import type { Seeded } from './seeded.ts';

type Ids = Seeded['ids'];

/** The ids alone, in place of the result. @see C-seed-export */
export function exported(form: 'env' | 'json'): Presentation<Seeded> {
  return { text: ({ ids }) => (form === 'json' ? JSON.stringify(ids, null, 2) : variables(ids).join('\n')) };
}

interface Tree {
  readonly [name: string]: string | Tree;
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
  const used = new Map<string, number>();
  return all.map(([path, value]) => {
    const name = variableName(path);
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return `${count === 1 ? name : `${name}_${count}`}=${quoted(value)}`;
  });
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

/** Letters, digits and underscores, as a shell takes them. */
function variableName(path: readonly string[]): string {
  const text = ['SEED', ...path].join('_').normalize('NFC').toUpperCase();
  const plain = text.replace(/[ÆØÅ]/g, (letter) => LETTERS[letter] ?? '_').normalize('NFD');
  return plain.replace(/\p{Mn}/gu, '').replace(/[^A-Z0-9]+/g, '_');
}

/** Ids of other banks may have signs that a shell reads. */
function quoted(value: string): string {
  return /^[\w.=-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
