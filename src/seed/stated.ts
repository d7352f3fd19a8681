import { pathText } from '../wire/field.ts';
import type { SeedDocument } from './file/document.ts';
import type { Where } from './file/place.ts';

/** A part of a seed file, and where it stands. */
export class Stated<T> {
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

  get where(): Where {
    return this.below([]);
  }

  /** Where a member of it stands. */
  below(steps: readonly PropertyKey[]): Where {
    const path = [...this.#path, ...steps];
    return { place: this.#document.placeOf(path), path: pathText(path) };
  }

  /** One of its members, by the value that it has. */
  narrowed<Name extends keyof T & string, Value extends T[Name]>(name: Name, value: Value): Stated<Value> {
    return new Stated(value, this.#document, [...this.#path, name]);
  }

  /** The items of one of its lists, which may be absent. */
  items<Name extends keyof T & string>(name: Name): Stated<ItemOf<T[Name]>>[] {
    const list = (this.value[name] ?? []) as readonly ItemOf<T[Name]>[];
    return list.map((item, index) => new Stated(item, this.#document, [...this.#path, name, index]));
  }
}

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;
