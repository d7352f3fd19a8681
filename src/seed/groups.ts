import { isDeepStrictEqual } from 'node:util';
import { compareTexts, type Faults, placeText, type Stated, type Where } from './faults.ts';

/** What files state of one thing: each at most once, in the order of the files. */
export class Group<T extends object> {
  readonly statements: readonly [Stated<T>, ...Stated<T>[]];
  readonly #faults: Faults;

  constructor(statements: readonly [Stated<T>, ...Stated<T>[]], faults: Faults) {
    this.statements = statements;
    this.#faults = faults;
  }

  get first(): Stated<T> {
    return this.statements[0];
  }

  get where(): Where {
    return this.first.where;
  }

  /**
   * Reads a member that several files may give, as long as they agree.
   * @param alike what of it must be the same
   * @returns what the first of them gives
   * @see C-seed-several
   */
  get<Name extends keyof T & string>(name: Name, alike = (value: T[Name]): unknown => value): T[Name] {
    const [first, ...others] = this.statements.filter(({ value }) => value[name] !== undefined);
    if (first === undefined) return undefined as T[Name];
    const remedy = 'Write the same in both files, or remove one of them';
    for (const other of others)
      if (!isDeepStrictEqual(alike(other.value[name]), alike(first.value[name])))
        this.#faults.add(other, [name], `contradicts ${placeText(first.below([name]).place)}`, remedy);
    return first.value[name];
  }

  /** Several members at once. */
  pick<Name extends keyof T & string>(...names: readonly Name[]): Pick<T, Name> {
    return Object.fromEntries(names.map((name) => [name, this.get(name)])) as Pick<T, Name>;
  }

  /** The items of a list that several files give. */
  items<Name extends keyof T & string>(name: Name) {
    return this.statements.flatMap((stated) => stated.items(name));
  }

  /** Adds a fault of a member where it is stated first. */
  addFault(name: keyof T & string, fault: string, remedy: string): void {
    this.#faults.add(this.stating(name), [name], fault, remedy);
  }

  /** The first statement that has a member, else the first. */
  stating(name: keyof T & string): Stated<T> {
    return this.statements.find(({ value }) => value[name] !== undefined) ?? this.first;
  }
}

/**
 * Groups what is stated of each thing, sorted by the members that name it. One file states a thing once.
 * @see C-seed-several
 */
export function groupBy<T extends object>(
  all: readonly Stated<T>[],
  names: readonly (keyof T & string)[],
  what: string,
  faults: Faults,
): readonly Group<T>[] {
  const last = names.at(-1) ?? '';
  const groups = new Map<string, [Stated<T>, ...Stated<T>[]]>();
  for (const stated of all) {
    const key = names.map((name) => stated.value[name]).join('\0');
    const group = groups.get(key);
    const twin = group?.find(({ file }) => file === stated.file);
    if (group === undefined) groups.set(key, [stated]);
    else if (twin === undefined) group.push(stated);
    else {
      const fault = `names the same ${what} as line ${twin.below([last]).place.line}`;
      faults.add(stated, [last], fault, 'Put them together, or correct one');
    }
  }
  const sorted = [...groups].sort(([left], [right]) => compareTexts(left, right));
  return sorted.map(([, statements]) => new Group(statements, faults));
}
