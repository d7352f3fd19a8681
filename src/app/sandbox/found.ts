import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { unspaced } from '../../values/written-number.ts';
import type { Sort } from './sorts.ts';

type Named<Item> = Pick<Sort<Item>, 'word' | 'list' | 'idOf' | 'namesOf'>;

/**
 * The one that an id or a name is of; undefined where the bank lists none such.
 * @throws Fault INPUT_INVALID where a name is that of several
 * @see C-sandbox-names
 */
export async function found<Item>(
  session: Session,
  sort: Named<Item>,
  name: string,
): Promise<Item | undefined> {
  const { resource } = await session.lookUp(sort.list, undefined);
  const exact = resource.filter((item) => sort.idOf(item) === name || sort.namesOf(item).includes(name));
  const all = exact.length > 0 ? exact : resource.filter((item) => sort.namesOf(item).some(isWritten(name)));
  if (all.length < 2) return all[0];
  const ids = all.map(sort.idOf).join('\n');
  throw new Fault('INPUT_INVALID', `${all.length} ${sort.word.replace('-', ' ')}s are called ${name}.`, {
    hint: `Use its id:\n${ids}`,
  });
}

/** Whether it is the same number as people write it: 9990 10 67291. */
function isWritten(name: string): (known: string) => boolean {
  const plain = unspaced(name);
  return (known) => unspaced(known) === plain;
}

/** Its id. What no list has goes to the bank as it was typed: the bank says that there is none. */
export async function idNamed<Item>(session: Session, sort: Named<Item>, name: string): Promise<string> {
  const item = await found(session, sort, name);
  return item === undefined ? name : sort.idOf(item);
}

/**
 * What was given for an argument.
 * @throws Fault INPUT_MISSING that names each that was not
 */
export function argument(given: Readonly<Record<string, string | undefined>>, ...names: readonly string[]) {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === 0) return names.map((name) => given[name] as string);
  throw new Fault('INPUT_MISSING', `Missing: ${missing.join(', ')}.`, {
    missing,
    hint: 'Add --help to see an example.',
  });
}
