import { integer, type Op, run, small, text } from '../../../store/contract.ts';

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

/** The first answer to an X-Request-ID, as it left; the response's Date is not part of it. */
export interface RequestRecord {
  readonly tpp: string;
  readonly requestId: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly createdAt: number;
  /** SHA-256 over what makes a request the same (S1-request-record). */
  readonly fingerprint: string;
  readonly status: number;
  /** JSON of the header pairs. */
  readonly headers: string;
  readonly body: string;
}

export function* findRequest(tpp: string, requestId: string): Op<RequestRecord | undefined> {
  const [row] = yield* run(
    'SELECT created_at_ms, fingerprint, status, headers, body FROM requests WHERE tpp = ? AND request_id = ?',
    tpp,
    requestId,
  );
  if (!row) return undefined;
  return {
    tpp,
    requestId,
    createdAt: small(row, 'created_at_ms'),
    fingerprint: text(row, 'fingerprint'),
    status: small(row, 'status'),
    headers: text(row, 'headers'),
    body: text(row, 'body'),
  };
}

/** What was made under which X-Request-ID, in the order in which it was, after this place. */
export function* listRequestsAfter(
  sequence: bigint,
  limit: number,
): Op<readonly { readonly sequence: bigint; readonly requestId: string; readonly body: string }[]> {
  const rows = yield* run(
    'SELECT sequence, request_id, body FROM requests WHERE sequence > ? ORDER BY sequence LIMIT ?',
    sequence,
    limit,
  );
  return rows.map((row) => ({
    sequence: integer(row, 'sequence'),
    requestId: text(row, 'request_id'),
    body: text(row, 'body'),
  }));
}

/** Lets go of a record whose time is over, so that its X-Request-ID can be used again. */
export function* forgetRequest({ tpp, requestId }: RequestRecord): Op<void> {
  yield* run('DELETE FROM requests WHERE tpp = ? AND request_id = ?', tpp, requestId);
}

/** Keeps an answer in the transaction that made it. */
export function* keepRequest(record: RequestRecord): Op<void> {
  yield* run(
    `INSERT INTO requests (tpp, request_id, created_at_ms, fingerprint, status, headers, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    record.tpp,
    record.requestId,
    record.createdAt,
    record.fingerprint,
    record.status,
    record.headers,
    record.body,
  );
}

/** Lets go of the oldest records, as far as they are from `createdAt` or before; rows lie in order of time. @see S12-kept */
export function* removeOldRequests(createdAt: number, limit: number): Op<void> {
  yield* run(
    `DELETE FROM requests WHERE created_at_ms <= ? AND sequence IN
       (SELECT sequence FROM requests ORDER BY sequence LIMIT ?)`,
    createdAt,
    limit,
  );
}
