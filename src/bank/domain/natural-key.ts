import { seededId } from './ids.ts';

/**
 * By what a thing of the sandbox is known before it has an id. Its id comes from the key and how often the key was
 * used, so what is deleted and made again has another one, in whatever order things are made.
 * @see D8-natural-key
 */
export interface NaturalKey {
  /** `made account`: one whose bban the bank makes. */
  readonly kind: 'customer' | 'account' | 'made account' | 'card account' | 'agreement' | 'engagement';
  readonly key: string;
}

/** @param parts joined so that no two lists of them are alike */
export function naturalKey(kind: NaturalKey['kind'], ...parts: readonly string[]): NaturalKey {
  const [only, ...more] = parts;
  return { kind, key: only !== undefined && more.length === 0 ? only : JSON.stringify(parts) };
}

/** @param use how often the key was used, this time included */
export function idOfUse(seed: string, { kind, key }: NaturalKey, use: number): string {
  return idOfKind(seed, kind, key, use);
}

/** By what a payment names a card account. @see I-related-account */
export function relatedAccountOfUse(seed: string, { key }: NaturalKey, use: number): string {
  return idOfKind(seed, 'related account', key, use);
}

function idOfKind(seed: string, kind: string, key: string, use: number): string {
  return seededId(seed, use === 1 ? kind : `${kind} ${use}`, key);
}
