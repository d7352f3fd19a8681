import { type Op, run } from '../../../store/contract.ts';
import { json, text } from '../../../store/row.ts';
import type { KidPolicy } from '../../../values/kid.ts';
import type { KidEntry } from '../../domain/world.ts';

/** What the creditor account takes as KID; undefined when its references are not checked. */
export function* findKidPolicy(bban: string): Op<KidPolicy | undefined> {
  const [row] = yield* run('SELECT entry FROM kid_entries WHERE bban = ?', bban);
  return row && (json(row, 'entry') as KidPolicy);
}

/** Of each bban that has a policy. */
export function* listKidPolicies(): Op<ReadonlyMap<string, KidPolicy>> {
  const rows = yield* run('SELECT bban, entry FROM kid_entries');
  return new Map(rows.map((row) => [text(row, 'bban'), json(row, 'entry') as KidPolicy]));
}

export function* insertKidEntry({ bban, ...policy }: KidEntry): Op<void> {
  yield* run('INSERT INTO kid_entries (bban, entry) VALUES (?, ?)', bban, JSON.stringify(policy));
}

export function* removeKidEntry(bban: string): Op<void> {
  yield* run('DELETE FROM kid_entries WHERE bban = ?', bban);
}
