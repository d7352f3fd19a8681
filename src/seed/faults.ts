import { Fault } from '../errors.ts';
import { pathText } from '../wire/field.ts';

/** A position in a seed file; line and column from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A position, and the path of the member there. */
export interface FaultPlace {
  readonly place: Place;
  /** `customers[0].accounts[1].bban`; empty for the file itself and for lines of a transactionsFile. */
  readonly path: string;
}

/** One error in a seed file. @see C-seed-checked */
export interface SeedFault extends FaultPlace {
  /** One sentence. */
  readonly message: string;
  /** One sentence: the correction. */
  readonly remedy: string;
}

/** A parsed seed file: its value, and the positions of its members. */
export interface SeedDocument {
  readonly value: unknown;
  /** The number of keys and values. */
  readonly values: number;
  /** Finds the position of a member; that of the nearest enclosing node if there is no such member. */
  placeOf(path: readonly PropertyKey[]): Place;
}

/** The maximum number of errors reported over all files; more wouldn't be read. */
export const MOST_FAULTS = 20;

export function formatSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** Collects the faults of seed files. @see C-seed-checked */
export class Faults {
  readonly #found: SeedFault[] = [];

  /**
   * @param steps the path below the statement
   * @param fault follows the member's name, without a full stop
   */
  add(stated: LocatedValue<unknown>, steps: readonly PropertyKey[], fault: string, remedy: string): void {
    // Finding a position costs a walk through the file.
    if (this.isFull) return;
    const { place, path } = stated.below(steps);
    this.at(place, path, `${extractName(path)} ${fault}`, remedy);
  }

  /** @param message a sentence without its full stop */
  at(place: Place, path: string, message: string, remedy: string): void {
    if (this.isFull) return;
    this.#found.push({ place, path, message: formatSentence(message), remedy: formatSentence(remedy) });
  }

  /** Adds faults found elsewhere. */
  take(faults: readonly SeedFault[]): void {
    this.#found.push(...faults.slice(0, MOST_FAULTS - this.#found.length));
  }

  get are(): boolean {
    return this.#found.length > 0;
  }

  get isFull(): boolean {
    return this.#found.length >= MOST_FAULTS;
  }

  /** Lists the faults by file, then by position. */
  get all(): readonly SeedFault[] {
    return [...this.#found].sort(
      ({ place: left }, { place: right }) =>
        compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column,
    );
  }
}

export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns `bban` for `customers[0].accounts[1].bban`. */
function extractName(path: string): string {
  return path === '' ? 'The file' : (path.split('.').at(-1) ?? path);
}

/** Formats a place: `world.yaml:12:9`. */
export function formatPlace({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/** Formats a fault: `world.yaml:12:9 customers[0].name: name is empty. Write a name, or remove it.` */
export function formatFault({ place, path, message, remedy }: SeedFault): string {
  const where = path === '' ? formatPlace(place) : `${formatPlace(place)} ${path}`;
  return `${where}: ${message} ${remedy}`;
}

/** Creates the Fault for a seed file's faults: one line each. @see C-seed-checked */
export function seedFault(faults: readonly SeedFault[]): Fault {
  const isMore = faults.length >= MOST_FAULTS;
  const hint = isMore
    ? `Nothing was changed. These are the first ${MOST_FAULTS} mistakes.`
    : 'Nothing was changed.';
  return new Fault('INPUT_INVALID', faults.map(formatFault).join('\n'), { hint });
}

/** A part of a seed file, with its position. */
export class LocatedValue<T> {
  readonly value: T;
  readonly #document: SeedDocument;
  readonly #path: readonly PropertyKey[];

  constructor(value: T, document: SeedDocument, path: readonly PropertyKey[] = []) {
    this.value = value;
    this.#document = document;
    this.#path = path;
  }

  get file(): string {
    return this.where.place.file;
  }

  get where(): FaultPlace {
    return this.below([]);
  }

  /** Finds the position of a member. */
  below(steps: readonly PropertyKey[]): FaultPlace {
    const path = [...this.#path, ...steps];
    return { place: this.#document.placeOf(path), path: pathText(path) };
  }

  /** Returns one of its members, narrowed to a value. */
  narrow<Name extends keyof T & string, Value extends T[Name]>(
    name: Name,
    value: Value,
  ): LocatedValue<Value> {
    return new LocatedValue(value, this.#document, [...this.#path, name]);
  }

  /** Lists the items of a list, which may be absent. */
  items<Name extends keyof T & string>(name: Name): LocatedValue<ItemOf<T[Name]>>[] {
    const list = (this.value[name] ?? []) as readonly ItemOf<T[Name]>[];
    return list.map((item, index) => new LocatedValue(item, this.#document, [...this.#path, name, index]));
  }
}

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;
