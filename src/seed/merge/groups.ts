import { isDeepStrictEqual } from 'node:util';
import { compared, type Faults, placeText } from '../faults.ts';
import type { Stated } from '../stated.ts';

/** What files state of one thing: one of each at most, in the order of the files. */
export type Statements<T> = readonly [Stated<T>, ...Stated<T>[]];

/**
 * What is stated of each thing, sorted by its key. One file states a thing once.
 * @param member that names it, for the fault
 * @see C-seed-several
 */
export function grouped<T extends object>(
  all: readonly Stated<T>[],
  { keyOf, member, what }: { keyOf: (value: T) => string; member: keyof T & string; what: string },
  faults: Faults,
): readonly Statements<T>[] {
  const groups = new Map<string, [Stated<T>, ...Stated<T>[]]>();
  for (const stated of all) {
    const key = keyOf(stated.value);
    const group = groups.get(key);
    const twin = group?.find(({ file }) => file === stated.file);
    if (group === undefined) groups.set(key, [stated]);
    else if (twin === undefined) group.push(stated);
    else {
      const { place } = twin.below([member]);
      faults.add(
        stated,
        [member],
        `names the same ${what} as line ${place.line}`,
        'Put them together, or correct one',
      );
    }
  }
  return [...groups].sort(([left], [right]) => compared(left, right)).map(([, group]) => group);
}

/**
 * A member that several files may give, as long as they agree.
 * @param alike what of it must be the same
 * @returns what the first of them gives
 * @see C-seed-several
 */
export function agreed<T extends object, Name extends keyof T & string>(
  statements: Statements<T>,
  name: Name,
  faults: Faults,
  alike: (value: T[Name]) => unknown = (value) => value,
): T[Name] | undefined {
  const [first, ...others] = statements.filter(({ value }) => value[name] !== undefined);
  if (first === undefined) return undefined;
  for (const other of others) {
    if (isDeepStrictEqual(alike(other.value[name]), alike(first.value[name]))) continue;
    const { place } = first.below([name]);
    faults.add(
      other,
      [name],
      `contradicts ${placeText(place)}`,
      'Write the same in both files, or remove one of them',
    );
  }
  return first.value[name];
}

/** The items of a list that several files give. */
export function together<T extends object, Name extends keyof T & string>(
  statements: Statements<T>,
  name: Name,
) {
  return statements.flatMap((stated) => stated.items(name));
}

/** The first statement that has a member, else the first. */
export function whoStates<T extends object>(statements: Statements<T>, name: keyof T & string): Stated<T> {
  return statements.find(({ value }) => value[name] !== undefined) ?? statements[0];
}
