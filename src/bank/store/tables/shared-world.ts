import { type Op, run } from '../../../store/contract.ts';
import { small, text } from '../../../store/row.ts';

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

/** The key that stands for an identity. */
export interface IdentityKey {
  readonly hash: string;
  /** From when the certificate is valid by which it does, where a trusted CA vouches for it. Milliseconds since 1970. */
  readonly vouchedFrom?: number;
}

/** None before one was seen, and after it was released. */
export function* findIdentityKey(identity: string): Op<IdentityKey | undefined> {
  const [row] = yield* run(
    'SELECT key_hash, vouched_from_ms FROM identity_keys WHERE identity = ?',
    identity,
  );
  if (row === undefined) return undefined;
  const hash = text(row, 'key_hash');
  return row.vouched_from_ms === null ? { hash } : { hash, vouchedFrom: small(row, 'vouched_from_ms') };
}

/** In the place of the one there was. */
export function* keepIdentityKey(identity: string, { hash, vouchedFrom }: IdentityKey): Op<void> {
  yield* run(
    `INSERT INTO identity_keys (identity, key_hash, vouched_from_ms) VALUES (?, ?, ?)
     ON CONFLICT (identity) DO UPDATE SET key_hash = excluded.key_hash, vouched_from_ms = excluded.vouched_from_ms`,
    ...[identity, hash, vouchedFrom ?? null],
  );
}

/** Answers whether there was one. */
export function* forgetIdentityKey(identity: string): Op<boolean> {
  const rows = yield* run('DELETE FROM identity_keys WHERE identity = ? RETURNING identity', identity);
  return rows.length > 0;
}
