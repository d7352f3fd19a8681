import { type Op, readNumber, readText, run } from '../../../store/contract.ts';
import { column, insertRows, listTexts, Table } from '../../../store/table.ts';
import type { KidPolicy } from '../../../values/kid.ts';
import type { NaturalKey } from '../../domain/ids.ts';
import type { KidEntry } from '../../domain/world.ts';

/** Counts a use of a natural key; uses of deleted resources stay counted. @see D8-natural-key */
export function* countUse(key: NaturalKey): Op<number> {
  return (yield* countUses([key]))(key);
}

/**
 * Counts a use of each of several natural keys, many per statement.
 * @param keys without duplicates
 * @returns a function that returns the number of uses of a key, including this one
 */
export function* countUses(keys: readonly NaturalKey[]): Op<(key: NaturalKey) => number> {
  const rows = yield* insertRows(
    'INSERT INTO natural_keys (kind, key, uses)',
    keys.map(({ kind, key }) => [kind, key, 1]),
    'ON CONFLICT (kind, key) DO UPDATE SET uses = natural_keys.uses + 1 RETURNING kind, key, uses',
  );
  const uses = new Map(
    rows.map((row) => [`${readText(row, 'kind')} ${readText(row, 'key')}`, readNumber(row, 'uses')]),
  );
  return ({ kind, key }) => uses.get(`${kind} ${key}`) ?? 1;
}

const KID_ENTRIES = new Table<{ readonly bban: string; readonly policy: KidPolicy }>('kid_entries', {
  bban: column.text('bban'),
  policy: column.json('entry'),
});

/** Finds a creditor account's KID policy; undefined if its references aren't checked. */
export function* findKidPolicy(bban: string): Op<KidPolicy | undefined> {
  return (yield* KID_ENTRIES.find('WHERE bban = ?', bban))?.policy;
}

/** Lists the KID policies of creditor accounts; those whose references aren't checked are omitted. */
export function* findKidPolicies(bbans: readonly string[]): Op<ReadonlyMap<string, KidPolicy>> {
  const which = 'WHERE bban IN (SELECT value FROM json_each(?))';
  const entries = yield* KID_ENTRIES.list(which, JSON.stringify([...new Set(bbans)]));
  return new Map(entries.map(({ bban, policy }) => [bban, policy]));
}

/** Lists all KID policies by bban. */
export function* listKidPolicies(): Op<ReadonlyMap<string, KidPolicy>> {
  const entries = yield* KID_ENTRIES.list('ORDER BY bban');
  return new Map(entries.map(({ bban, policy }) => [bban, policy]));
}

export function insertKidEntry({ bban, ...policy }: KidEntry): Op<void> {
  return KID_ENTRIES.insert({ bban, policy });
}

export function* removeKidEntry(bban: string): Op<void> {
  yield* run('DELETE FROM kid_entries WHERE bban = ?', bban);
}

/** Stores the number of a deleted account. */
export function* keepFormerNumber(bban: string): Op<void> {
  yield* run('INSERT INTO former_numbers (bban) VALUES (?) ON CONFLICT (bban) DO NOTHING', bban);
}

/** Lists those of the numbers that belonged to deleted accounts of this bank. */
export function* listFormerNumbers(bbans: readonly string[]): Op<ReadonlySet<string>> {
  const sql = 'SELECT bban FROM former_numbers WHERE bban IN (SELECT value FROM json_each(?))';
  return new Set(yield* listTexts(sql, JSON.stringify(bbans)));
}
