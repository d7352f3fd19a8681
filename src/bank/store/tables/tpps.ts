import { type Op, readInteger, readText, run } from '../../../store/contract.ts';
import { column, createOptionalColumns, findText, hasRow, insertRow, Table } from '../../../store/table.ts';

/** Finds a TPP's contact. It isn't part of the world and survives initialise. @see D1-tpp-contact */
export function findContact(tpp: string): Op<string | undefined> {
  return findText('SELECT email FROM tpp_contacts WHERE tpp = ?', tpp);
}

export function* keepContact(tpp: string, email: string): Op<void> {
  yield* insertRow('tpp_contacts', { tpp, email }, 'ON CONFLICT (tpp) DO UPDATE SET email = excluded.email');
}

/** @returns whether there was one */
export function removeContact(tpp: string): Op<boolean> {
  return hasRow('DELETE FROM tpp_contacts WHERE tpp = ? RETURNING tpp', tpp);
}

/** The TPP that made what is found at a path below the base path. */
export function findMaker(path: string): Op<string | undefined> {
  return findText('SELECT tpp FROM makers WHERE path = ?', path);
}

/** Stores which TPP created a path, replacing an earlier entry, because ids can return after initialise. */
export function* keepMaker(path: string, tpp: string): Op<void> {
  yield* insertRow('makers', { path, tpp }, 'ON CONFLICT (path) DO UPDATE SET tpp = excluded.tpp');
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

const IDENTITY_KEYS = new Table<IdentityKey>('identity_keys', {
  hash: column.text('key_hash'),
  vouchedFrom: createOptionalColumns(column.number('vouched_from_ms')),
});

/** None before one was seen, and after it was released. */
export function findIdentityKey(identity: string): Op<IdentityKey | undefined> {
  return IDENTITY_KEYS.find('WHERE identity = ?', identity);
}

/** In the place of the one there was. */
export function* keepIdentityKey(identity: string, { hash, vouchedFrom }: IdentityKey): Op<void> {
  yield* forgetIdentityKey(identity);
  yield* insertRow('identity_keys', { identity, key_hash: hash, vouched_from_ms: vouchedFrom });
}

/** @returns whether there was one */
export function forgetIdentityKey(identity: string): Op<boolean> {
  return hasRow('DELETE FROM identity_keys WHERE identity = ? RETURNING identity', identity);
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
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const REQUESTS = new Table<RequestRecord>('requests', {
  tpp: column.text('tpp'),
  requestId: column.text('request_id'),
  createdAt: column.number('created_at_ms'),
  fingerprint: column.text('fingerprint'),
  status: column.number('status'),
  headers: column.json('headers'),
  body: column.text('body'),
});

export function findRequest(tpp: string, requestId: string): Op<RequestRecord | undefined> {
  return REQUESTS.find('WHERE tpp = ? AND request_id = ?', tpp, requestId);
}

/** Lists creations with their X-Request-IDs in order, after a position. */
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
    sequence: readInteger(row, 'sequence'),
    requestId: readText(row, 'request_id'),
    body: readText(row, 'body'),
  }));
}

/** Keeps an answer in the transaction that made it. */
export function keepRequest(record: RequestRecord): Op<void> {
  return REQUESTS.insert(record);
}

/** Lets go of a record whose time is over, so that its X-Request-ID can be used again. */
export function* forgetRequest({ tpp, requestId }: RequestRecord): Op<void> {
  yield* run('DELETE FROM requests WHERE tpp = ? AND request_id = ?', tpp, requestId);
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
