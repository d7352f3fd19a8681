import { idOfUse, type NaturalKey, naturalKey, relatedAccountOfUse } from '../domain/ids.ts';
import { initialData } from '../domain/initial-data.ts';

/**
 * How a snapshot names what others refer to, and the ids behind the names: an id comes from the natural key, so it
 * need not be written.
 * @see D16-snapshot
 */

/** What is gone has no other name. */
const GONE = 'id:';

/** Names of one sort and their ids. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** @returns whether nothing has this name yet */
  add(name: string, id: string): boolean {
    if (this.#ids.has(name)) return false;
    this.#ids.set(name, id);
    this.#names.set(id, name);
    return true;
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? GONE + id;
  }

  /** Undefined for what nothing has. */
  idOf(name: string): string | undefined {
    return this.#ids.get(name) ?? (name.startsWith(GONE) ? name.slice(GONE.length) : undefined);
  }

  /** Of what is there. */
  has(name: string): boolean {
    return this.#ids.has(name);
  }

  knows(id: string): boolean {
    return this.#names.has(id);
  }
}

/** A card, or an agreement, and whose it is; from the second with such a name on with its number. */
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
    for (const { bban, id } of accounts) this.#keep(naturalKey('account', bban), id);
    for (const { customerNumber, maskedPan, resourceId } of cardAccounts)
      this.#keep(naturalKey('card account', customerNumber, maskedPan), resourceId);
    for (const { ownerNumber, name, agreementId } of agreements)
      this.#keep(naturalKey('agreement', ownerNumber, name), agreementId);
    for (const { customerNumber, maskedPan, relatedAccount } of cardAccounts)
      this.#initial.set(
        `related ${naturalKey('card account', customerNumber, maskedPan).key}`,
        relatedAccount,
      );
  }

  /** The initial data has the first use of its keys, and ids of its own. */
  idOf(key: NaturalKey, use: number): string {
    const initial = use === 1 ? this.#initial.get(wordOf(key)) : undefined;
    return initial ?? idOfUse(this.#seed, key, use);
  }

  relatedAccountOf(key: NaturalKey, use: number): string {
    const initial = use === 1 ? this.#initial.get(`related ${key.key}`) : undefined;
    return initial ?? relatedAccountOfUse(this.#seed, key, use);
  }

  /** Which use of its key has made the id; undefined when none of so many has. */
  useOf(key: NaturalKey, uses: number, id: string): number | undefined {
    // The last is the likeliest.
    for (let use = uses; use >= 1; use -= 1) if (this.idOf(key, use) === id) return use;
    return undefined;
  }

  #keep(key: NaturalKey, id: string): void {
    this.#initial.set(wordOf(key), id);
  }
}

/** A natural key as one word. */
export function wordOf({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind} ${key}`;
}
