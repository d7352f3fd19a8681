import { type Op, run } from '../../../store/contract.ts';
import { integer, text } from '../../../store/row.ts';

/** Something that was deleted, as long as something hangs on it. @see D8-deleting */
export interface Deletion {
  /** Its place in the world's one order of events. */
  readonly place: bigint;
  readonly kind: 'ACCOUNT' | 'CUSTOMER';
  /** Id of the account or card account, or the customerNumber. */
  readonly subject: string;
}

export function* insertDeletion({ place, kind, subject }: Deletion): Op<void> {
  yield* run('INSERT INTO deletions (place, kind, subject) VALUES (?, ?, ?)', place, kind, subject);
}

/** The one that came first. */
export function* findFirstDeletion(): Op<Deletion | undefined> {
  const [row] = yield* run('SELECT place, kind, subject FROM deletions ORDER BY place LIMIT 1');
  return (
    row && {
      place: integer(row, 'place'),
      kind: text(row, 'kind') as Deletion['kind'],
      subject: text(row, 'subject'),
    }
  );
}

export function* removeDeletion({ place }: Deletion): Op<void> {
  yield* run('DELETE FROM deletions WHERE place = ?', place);
}

/** An account with this number is no more. */
export function* keepFormerNumber(bban: string): Op<void> {
  yield* run('INSERT INTO former_numbers (bban) VALUES (?) ON CONFLICT (bban) DO NOTHING', bban);
}

/** Whether an account of this bank had the number. */
export function* wasOurs(bban: string): Op<boolean> {
  return (yield* run('SELECT 1 FROM former_numbers WHERE bban = ?', bban)).length > 0;
}
