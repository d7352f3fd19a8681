import { placeOfOwner } from '../../domain/initial-data.ts';
import type { Engagement } from '../../domain/world.ts';

/**
 * A list of sandbox data in the one order that it has, whatever was made first: by owner, those of the initial data before
 * others, then by name.
 * @param namesOf the owner's customerNumber, then what is compared next
 * @see D8-list-order
 */
export function inOrder<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly [owner: string, ...names: string[]],
): Item[] {
  const named = items.map((item) => ({ item, names: namesOf(item) }));
  named.sort(
    ({ names: left }, { names: right }) =>
      placeOfOwner(left[0]) - placeOfOwner(right[0]) || compared(left, right),
  );
  return named.map(({ item }) => item);
}

/** Engagements as their agreement lists them. */
export function byCustomer(engagements: readonly Engagement[]): Engagement[] {
  const keyOf = ({ customerNumber, iban }: Engagement) => [customerNumber, iban];
  return [...engagements].sort((left, right) => compared(keyOf(left), keyOf(right)));
}

function compared(left: readonly string[], right: readonly string[]): number {
  const place = left.findIndex((name, at) => name !== right[at]);
  if (place < 0) return 0;
  return (left[place] ?? '') < (right[place] ?? '') ? -1 : 1;
}
