import { type Op, run } from '../../../store/contract.ts';
import { small } from '../../../store/row.ts';
import type { NaturalKey } from '../../domain/natural-key.ts';
import { insertRows } from '../insert-rows.ts';

/** Counts one more use of a key; what is deleted stays counted. @see D8-natural-key */
export function* countUse({ kind, key }: NaturalKey): Op<number> {
  const [row] = yield* run(
    `INSERT INTO natural_keys (kind, key, uses) VALUES (?, ?, 1)
     ON CONFLICT (kind, key) DO UPDATE SET uses = natural_keys.uses + 1 RETURNING uses`,
    kind,
    key,
  );
  if (!row) throw new Error('a use was not counted');
  return small(row, 'uses');
}

/** Keys that are used for the first time. */
export function* insertFirstUses(keys: readonly NaturalKey[]): Op<void> {
  yield* insertRows(
    'INSERT INTO natural_keys (kind, key, uses)',
    keys.map(({ kind, key }) => [kind, key, 1]),
  );
}
