import type { SeedAccount, SeedCard } from '../world.ts';

/** What names a thing of an owner, as one text. */
export function key(owner: string, name: string | undefined): string {
  return JSON.stringify([owner, name]);
}

export function accountInWords({ name, owner }: Pick<SeedAccount, 'name' | 'owner'>): string {
  return `account ${name} of ${owner}`;
}

export function cardInWords({ maskedPan, owner }: Pick<SeedCard, 'maskedPan' | 'owner'>): string {
  return `card ${maskedPan} of ${owner}`;
}
