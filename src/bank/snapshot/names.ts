import { idOfUse, type NaturalKey, naturalKey, relatedKey } from '../domain/ids.ts';
import { initialData } from '../domain/initial-data.ts';

/**
 * How a snapshot names what others refer to, and the ids behind the names: an id comes from the natural key, so it
 * need not be written.
 * @see D16-snapshot
 */

/** Begins the name of what is gone: no natural key leads to its id. */
const GONE = 'id:';

/** Names of one sort and their ids. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  add(name: string, id: string): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? GONE + id;
  }

  /** Returns the id behind a name; undefined where nothing has the name. */
  idOf(name: string): string | undefined {
    return this.#ids.get(name) ?? readGoneId(name);
  }
}

/** Reads the id in the name of what is gone; undefined for the name of what is there. */
export function readGoneId(name: string): string | undefined {
  return name.startsWith(GONE) ? name.slice(GONE.length) : undefined;
}

/** Names a card or an agreement with its owner; from the second use of such a name on with its number. */
export function nameOfOwned(name: string, owner: string, use: number): string {
  return `${name} of ${owner}${use === 1 ? '' : ` #${use}`}`;
}

/** The ids of things by their natural keys in a world of one seed. */
export class IdsOfSeed {
  readonly #seed: string;
  readonly #initial = new Map<string, string>();

  constructor(seed: string) {
    this.#seed = seed;
    const { accounts, cardAccounts, agreements } = initialData(seed);
    for (const { bban, id } of accounts) this.#initial.set(wordOf(naturalKey('account', bban)), id);
    for (const { customerNumber, maskedPan, resourceId, relatedAccount } of cardAccounts) {
      const key = naturalKey('card account', customerNumber, maskedPan);
      this.#initial.set(wordOf(key), resourceId);
      this.#initial.set(wordOf(relatedKey(key)), relatedAccount);
    }
    for (const { ownerNumber, name, agreementId } of agreements)
      this.#initial.set(wordOf(naturalKey('agreement', ownerNumber, name)), agreementId);
  }

  /** The initial data has the first use of its keys, and ids of its own. */
  idOf(key: NaturalKey, use: number): string {
    const initial = use === 1 ? this.#initial.get(wordOf(key)) : undefined;
    return initial ?? idOfUse(this.#seed, key, use);
  }

  relatedAccountOf(card: NaturalKey, use: number): string {
    return this.idOf(relatedKey(card), use);
  }

  /** Finds which use of its key has made the id; undefined when none of so many has. */
  useOf(key: NaturalKey, uses: number, id: string): number | undefined {
    // The last is the likeliest.
    for (let use = uses; use >= 1; use -= 1) if (this.idOf(key, use) === id) return use;
    return undefined;
  }
}

/** A natural key as one word. */
export function wordOf({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind} ${key}`;
}
