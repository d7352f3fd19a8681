import { type Op, run } from '../../../store/contract.ts';
import { integer, optionalText, text } from '../../../store/row.ts';

/** Something that was deleted, as long as something hangs on it. @see D8-deleting */
export interface Deletion {
  /** Its place in the world's one order of events. */
  readonly place: bigint;
  readonly kind: 'ACCOUNT' | 'CARD' | 'CUSTOMER';
  /** Id of the account or card account, or the customerNumber. */
  readonly subject: string;
  /** By which payments may name it: the bban of an account, the reference of a card account. */
  readonly name?: string;
}

export function* insertDeletion({ place, kind, subject, name }: Deletion): Op<void> {
  yield* run(
    'INSERT INTO deletions (place, kind, subject, name) VALUES (?, ?, ?, ?)',
    place,
    kind,
    subject,
    name ?? null,
  );
}

/** The one that came first. */
export function* findFirstDeletion(): Op<Deletion | undefined> {
  const [row] = yield* run('SELECT place, kind, subject, name FROM deletions ORDER BY place LIMIT 1');
  if (!row) return undefined;
  const name = optionalText(row, 'name');
  return {
    place: integer(row, 'place'),
    kind: text(row, 'kind') as Deletion['kind'],
    subject: text(row, 'subject'),
    ...(name === undefined ? {} : { name }),
  };
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
