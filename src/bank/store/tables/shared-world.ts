import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';

/** The TPP that made what is found at a path below the base path. */
export function* findMaker(path: string): Op<string | undefined> {
  const [row] = yield* run('SELECT tpp FROM makers WHERE path = ?', path);
  return row && text(row, 'tpp');
}

/** What was there before is gone: ids of what was deleted come again after an initialise. */
export function* keepMaker(path: string, tpp: string): Op<void> {
  yield* run(
    'INSERT INTO makers (path, tpp) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET tpp = excluded.tpp',
    path,
    tpp,
  );
}

export function* forgetMaker(path: string): Op<void> {
  yield* run('DELETE FROM makers WHERE path = ?', path);
}

/** The hash of the key that stands for an identity; none before it was seen, and after it was released. */
export function* findIdentityKey(identity: string): Op<string | undefined> {
  const [row] = yield* run('SELECT key_hash FROM identity_keys WHERE identity = ?', identity);
  return row && text(row, 'key_hash');
}

export function* keepIdentityKey(identity: string, keyHash: string): Op<void> {
  yield* run('INSERT INTO identity_keys (identity, key_hash) VALUES (?, ?)', identity, keyHash);
}

/** Answers whether there was one. */
export function* forgetIdentityKey(identity: string): Op<boolean> {
  const rows = yield* run('DELETE FROM identity_keys WHERE identity = ? RETURNING identity', identity);
  return rows.length > 0;
}
