import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';

/** What a TPP left of itself is no part of the world: it stays when that begins anew. @see D1-tpp-contact */
export function* findContact(tpp: string): Op<string | undefined> {
  const [row] = yield* run('SELECT email FROM tpp_contacts WHERE tpp = ?', tpp);
  return row && text(row, 'email');
}

export function* keepContact(tpp: string, email: string): Op<void> {
  yield* run(
    'INSERT INTO tpp_contacts (tpp, email) VALUES (?, ?) ON CONFLICT (tpp) DO UPDATE SET email = excluded.email',
    tpp,
    email,
  );
}

/** Answers whether there was one. */
export function* removeContact(tpp: string): Op<boolean> {
  const rows = yield* run('DELETE FROM tpp_contacts WHERE tpp = ? RETURNING tpp', tpp);
  return rows.length > 0;
}
