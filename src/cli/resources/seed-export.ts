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
