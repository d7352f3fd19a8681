import type { Faults } from './faults.ts';
import type { SeedDocument } from './file/document.ts';
import { Stated } from './stated.ts';

/** @see S12-seed-size */
export const MOST_LISTED = 20_000;

/**
 * Counts the transactions that seed files list, before anything else is done with so many.
 * @see S12-seed-size
 */
export function expectFewListed(documents: readonly SeedDocument[], faults: Faults): void {
  let count = 0;
  for (const document of documents) {
    for (const path of listsIn(document.value)) {
      const before = count;
      count += sizeOf(memberOf(document.value, path));
      if (before > MOST_LISTED || count <= MOST_LISTED) continue;
      faults.add(
        new Stated(document.value, document),
        [...path, MOST_LISTED - before],
        `is one more than the ${MOST_LISTED} transactions that files may list`,
        'Put them into a transactionsFile, or use generate',
      );
    }
  }
}

/** Where a file that may have faults has lists of transactions. */
function listsIn(file: unknown): readonly (readonly PropertyKey[])[] {
  return ['accounts', 'cards'].flatMap((owned) =>
    placesIn(memberOf(file, ['customers'])).flatMap((customer) =>
      placesIn(memberOf(file, ['customers', customer, owned])).map((item) => [
        ...['customers', customer, owned, item, 'transactions'],
      ]),
    ),
  );
}

function placesIn(list: unknown): readonly number[] {
  return Array.isArray(list) ? [...list.keys()] : [];
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function memberOf(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}
