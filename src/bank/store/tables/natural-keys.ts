import type { Op } from '../../../store/contract.ts';
import { small, text } from '../../../store/row.ts';
import type { NaturalKey } from '../../domain/natural-key.ts';
import { insertRows } from '../insert-rows.ts';

/** Counts one more use of a key; what is deleted stays counted. @see D8-natural-key */
export function* countUse(key: NaturalKey): Op<number> {
  return (yield* countUses([key])).of(key);
}

/** How often keys were used, the use that was just counted included. */
export interface Uses {
  of(key: NaturalKey): number;
}

/** Counts one more use of each of several keys, many with one statement. @param keys no two alike */
export function* countUses(keys: readonly NaturalKey[]): Op<Uses> {
  const rows = yield* insertRows(
    'INSERT INTO natural_keys (kind, key, uses)',
    keys.map(({ kind, key }) => [kind, key, 1]),
    'ON CONFLICT (kind, key) DO UPDATE SET uses = natural_keys.uses + 1 RETURNING kind, key, uses',
  );
  const uses = new Map(rows.map((row) => [`${text(row, 'kind')} ${text(row, 'key')}`, small(row, 'uses')]));
  return {
    of({ kind, key }) {
      const use = uses.get(`${kind} ${key}`);
      if (use === undefined) throw new Error('a use was not counted');
      return use;
    },
  };
}

/** Keys that are used for the first time. */
export function* insertFirstUses(keys: readonly NaturalKey[]): Op<void> {
  yield* insertRows(
    'INSERT INTO natural_keys (kind, key, uses)',
    keys.map(({ kind, key }) => [kind, key, 1]),
  );
}
